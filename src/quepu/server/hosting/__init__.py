"""Where games are played and texts are read: in the server, or in processes of their own."""
