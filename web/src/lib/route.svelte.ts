// Where the reader is, kept in the address: #/page?key=value, so that every state is a link.
class Route {
  page = $state("calculator");
  query: URLSearchParams = $state.raw(new URLSearchParams());

  constructor() {
    this.read();
    addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    const [page, query] = location.hash.replace(/^#\/?/, "").split("?", 2);
    this.page = page || "calculator";
    this.query = new URLSearchParams(query ?? "");
  }

  // Go to another page, a new place in the history.
  go(page: string, query: Record<string, string> = {}): void {
    location.hash = link(page, query);
  }

  // Keep the state of this page in its address without a new place in the history.
  keep(query: Record<string, string>): void {
    history.replaceState(null, "", link(this.page, query));
  }
}

export function link(page: string, query: Record<string, string> = {}): string {
  const told = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${page}${told ? "?" + told : ""}`;
}

export const route = new Route();
