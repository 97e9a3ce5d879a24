// A short word to the reader that goes away by itself: "Copied."
const LASTS = 4000;

export class Note {
  text = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.text = "";
    }, LASTS);
  }
}
