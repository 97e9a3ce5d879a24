"""The server behind the page: scores, rulebooks, games and records over HTTP and WebSocket.

It needs the extra `server` (FastAPI, uvicorn, SQLAlchemy); nothing else in quepu imports it.
"""
