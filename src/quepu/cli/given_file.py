"""A file named on the command line."""

from quepu.errors import QuepuError

LARGEST = 64 << 20


def text_of_file(name: str) -> str:
    """Its text; a device or a pipe does not say how much it has, so no more is read than is taken."""
    try:
        with open(name, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise QuepuError(f"{name}: larger than {LARGEST >> 20} MiB")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise QuepuError(f"{name}: not UTF-8 text") from None
    except OSError as error:
        raise QuepuError(f"{name}: cannot be read ({error.strerror or error})") from None
