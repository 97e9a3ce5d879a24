"""A file named on the command line."""

from quepu.errors import QuepuError
from quepu.faults import Fault


def text_of_file(name: str) -> str:
    """Its text; a device or a pipe does not say how much it has, so no more is read than is taken."""
    from quepu.records.json_text import LARGEST_FILE
    try:
        with open(name, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise QuepuError(Fault("file.too_large", name=name, size=LARGEST_FILE >> 20))
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise QuepuError(Fault("book.not_utf8", name=name)) from None
    except OSError as error:
        raise QuepuError(Fault("record.not_read", name=name, why=error.strerror or str(error))) from None
