// What the reader likes, kept in the browser.
const KEPT = "prefs";

class Prefs {
  indices = $state(false);
  theme: "auto" | "light" | "dark" = $state("auto");
  speed = $state(2);
  autoPass = $state(false);
  autoWin = $state(false);
  autoDiscard = $state(false);
  sound = $state(true);
  sorted = $state(true);
  liftFirst = $state(true); // by touch: the first tap lifts a tile, the second plays it

  constructor() {
    try {
      Object.assign(this, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
    } catch {
      localStorage.removeItem(KEPT);
    }
    this.show();
  }

  keep(): void {
    const { indices, theme, speed, autoPass, autoWin, autoDiscard, sound, sorted, liftFirst } = this;
    localStorage.setItem(
      KEPT,
      JSON.stringify({ indices, theme, speed, autoPass, autoWin, autoDiscard, sound, sorted, liftFirst }),
    );
    this.show();
  }

  private show(): void {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const prefs = new Prefs();
