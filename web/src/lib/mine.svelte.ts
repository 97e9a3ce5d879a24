// Rules of one's own, kept in the browser.
export interface OwnRules {
  name: string;
  text: string;
}
const KEPT = "rules";
const DRAFT = "rules.draft";

class Mine {
  list: OwnRules[] = $state([]);

  constructor() {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      if (Array.isArray(found))
        this.list = found.filter(
          (one): one is OwnRules => typeof one?.name === "string" && typeof one?.text === "string",
        );
    } catch {
      localStorage.removeItem(KEPT);
    }
  }

  save(name: string, text: string): void {
    this.list = [...this.list.filter((one) => one.name !== name), { name, text }];
    localStorage.setItem(KEPT, JSON.stringify(this.list));
  }

  // What is being written, kept with every key.
  get draft(): OwnRules {
    try {
      const found = JSON.parse(localStorage.getItem(DRAFT) ?? "{}") as Partial<OwnRules>;
      return { name: String(found.name ?? ""), text: String(found.text ?? "") };
    } catch {
      return { name: "", text: "" };
    }
  }
  keep(name: string, text: string): void {
    if (text.trim()) localStorage.setItem(DRAFT, JSON.stringify({ name, text }));
    else localStorage.removeItem(DRAFT);
  }

  remove(name: string): void {
    this.list = this.list.filter((one) => one.name !== name);
    localStorage.setItem(KEPT, JSON.stringify(this.list));
  }
}

export const mine = new Mine();
