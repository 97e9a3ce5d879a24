// Where the reader is, kept in the address: #/page?key=value, so that every state is a link.
class Route {
  page = $state("home");
  query: URLSearchParams = $state.raw(new URLSearchParams());
  came = $state(0); // how often the reader has gone somewhere, forth or back
  private wanted: number | undefined; // how far down the reader was, until the page is long enough again
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.read();
    history.scrollRestoration = "manual"; // what is shown comes later than the browser would scroll
    addEventListener("hashchange", (event) => {
      const [before, query] = parts(new URL(event.oldURL).hash);
      this.read();
      this.came += 1;
      if (history.state === null) history.replaceState({ from: query.includes("rule=") ? "" : before }, "");
      this.arrive();
    });
    addEventListener(
      "scroll",
      () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.remember(), 120);
      },
      { passive: true },
    );
    for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"])
      addEventListener(
        kind,
        () => {
          this.wanted = undefined;
        },
        { passive: true },
      );
    addEventListener(
      "click",
      (event) => {
        if ((event.target as Element | null)?.closest?.("a[href^='#']")) this.leave();
      },
      { capture: true },
    );
    new ResizeObserver(() => this.scroll()).observe(document.body);
    this.arrive();
  }

  private read(): void {
    const [page, query] = parts();
    this.page = page;
    this.query = new URLSearchParams(query);
  }

  // Back where the reader was in this place of the history; in a new one at the top.
  private arrive(): void {
    this.wanted = (history.state as { down?: number } | null)?.down ?? 0;
    this.scroll();
  }
  private scroll(): void {
    if (this.wanted === undefined) return;
    scrollTo(0, this.wanted);
    if (Math.abs(scrollY - this.wanted) < 2) this.wanted = undefined;
  }
  private remember(): void {
    if (this.wanted === undefined) history.replaceState({ ...history.state, down: scrollY }, "");
  }

  // Go to another page, a new place in the history.
  go(page: string, query: Record<string, string> = {}): void {
    this.leave();
    location.hash = link(page, query);
  }
  // To the front of a page: back, if the reader came from there, so that it is as he left it.
  back(page: string): void {
    if ((history.state as { from?: string } | null)?.from === page) history.back();
    else this.go(page);
  }
  // Whoever leaves by a link: where he was is kept at once.
  leave(): void {
    clearTimeout(this.timer);
    this.remember();
  }

  // Keep the state of this page in its address without a new place in the history.
  keep(query: Record<string, string>): void {
    if (parts()[0] !== this.page) return; // the reader has just left it: the address is no longer this page's
    history.replaceState(history.state, "", link(this.page, query));
  }
}

// The page and the query of the address.
function parts(hash = location.hash): [string, string] {
  const [page, query] = hash.replace(/^#\/?/, "").split("?", 2);
  return [page || "home", query ?? ""];
}

export function link(page: string, query: Record<string, string> = {}): string {
  const told = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${page}${told ? "?" + told : ""}`;
}

export const route = new Route();
