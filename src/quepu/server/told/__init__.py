"""What the server answers, declared: the description of the API has it, and the page's types are made from that."""
