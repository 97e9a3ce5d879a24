"""`quepu serve`: the page in the browser, and the API behind it."""

import argparse
from typing import Any

from quepu.cli.common import DONE
from quepu.errors import QuepuError

EXAMPLES = """\
examples:
  quepu serve                              http://127.0.0.1:8000
  quepu serve --port 9000 --database sqlite:///games.sqlite
  quepu serve --database postgresql+psycopg://user@localhost/quepu
  quepu serve --host 0.0.0.0               reachable from other machines too
It needs: pip install "quepu[server]"  (and "quepu[postgres]" for PostgreSQL).
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("serve", help="the page in the browser, and the API behind it", epilog=EXAMPLES,
                                 description="Serve the page and the API.", allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default %(default)s)")
    parser.add_argument("--database", metavar="URL", help="where games are kept (default: a file of the user's)")
    parser.add_argument("--quiet", action="store_true", help="do not tell every request")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        import uvicorn

        from quepu.server.app import make_app
        from quepu.server.settings import Settings
    except ImportError as error:
        raise QuepuError(f"the server is not installed ({error.name} is missing)\n"
                         '    pip install "quepu[server]"') from None
    settings = Settings(database=arguments.database) if arguments.database else Settings()
    app = make_app(settings)
    if not settings.page.is_dir():
        print("the page is not built, only the API is served: make page", flush=True)
    print(f"quepu 雀谱: http://{arguments.host}:{arguments.port}/  (Ctrl-C ends)", flush=True)
    uvicorn.run(app, host=arguments.host, port=arguments.port, log_level="warning" if arguments.quiet else "info",
                ws_max_size=settings.limits.message * 2,
                ws_per_message_deflate=False)       # costs more than it saves: a table is five thousand bytes
    return DONE
