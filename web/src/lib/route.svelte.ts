// Where the reader is, kept in the address: #/page?key=value, so that every state is a link.
class Route {
  page = $state("calculator");
  query: URLSearchParams = $state.raw(new URLSearchParams());

  constructor() {
    this.read();
    addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    const [page, query] = parts();
    this.page = page;
    this.query = new URLSearchParams(query);
  }

  // Go to another page, a new place in the history.
  go(page: string, query: Record<string, string> = {}): void {
    location.hash = link(page, query);
  }

  // Keep the state of this page in its address without a new place in the history.
  keep(query: Record<string, string>): void {
    if (parts()[0] !== this.page) return; // the reader has just left it: the address is no longer this page's
    history.replaceState(null, "", link(this.page, query));
  }
}

// The page and the query of the address.
function parts(): [string, string] {
  const [page, query] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return [page || "calculator", query ?? ""];
}

export function link(page: string, query: Record<string, string> = {}): string {
  const told = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${page}${told ? "?" + told : ""}`;
}

export const route = new Route();
