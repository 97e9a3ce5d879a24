"""Who asks: the address a request came from, as far as it can be believed, and what counts as one address."""

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from quepu.errors import QuepuError
from quepu.faults import Fault

Network = IPv4Network | IPv6Network
Headers = Sequence[tuple[bytes, bytes]]

#: the address (as it is counted) of whoever made the request that is being answered
ASKING: ContextVar[str] = ContextVar("asking", default="")

_ONE_NETWORK = 64           # bits of an IPv6 address that name one customer of a provider
_LONGEST_CHAIN = 20         # proxies one after the other


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """An address, without port, brackets and zone; one of IPv4 inside IPv6 as itself."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed


def counted(address: str) -> str:
    """What an address is counted as: itself, for IPv6 its network, of which one person has all addresses."""
    parsed = _read(address)
    if parsed is None:
        return address
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _ONE_NETWORK), strict=False))
    return str(parsed)


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks (`10.0.0.0/8`) of proxies as they are told."""
    networks_read: list[Network] = []
    for text in texts:
        try:
            networks_read.append(ip_network(text, strict=False))
        except ValueError:
            raise QuepuError(Fault("serve.proxy", text=text)) from None
    return tuple(networks_read)


class Addresses:
    """Finds out who asks; what a request says of itself is believed only of trusted proxies."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._trusted = networks(trusted)

    def is_trusted(self, address: str) -> bool:
        """Whether this is one of the proxies."""
        parsed = _read(address)
        return parsed is not None and any(parsed in network for network in self._trusted)

    def of(self, peer: str, headers: Headers) -> str:
        """The address of whoever asks: the last of the chain that is no proxy of ours."""
        if not self.is_trusted(peer):
            return peer
        forwarded = b",".join(value for name, value in headers if name.lower() == b"x-forwarded-for").decode("latin-1")
        caller = peer
        for part in reversed(forwarded.rsplit(",", _LONGEST_CHAIN)[-_LONGEST_CHAIN:]):
            one = _read(part)
            if one is None:
                break                   # whoever wrote this is not one of our proxies
            caller = str(one)
            if not self.is_trusted(caller):
                break
        return caller
