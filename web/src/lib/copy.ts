// A text to the clipboard; says whether it got there. On plain http, as in a home network, browsers have no
// navigator.clipboard: there the text is put into a field that nobody sees, marked, and copied as if by hand.
export async function copyText(text: string): Promise<boolean> {
  if (isSecureContext && "clipboard" in navigator)
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // not allowed here: by hand, then
    }
  const focused = document.activeElement;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  field.style.cssText = "position: fixed; top: 0; opacity: 0";
  document.body.append(field);
  field.select();
  field.setSelectionRange(0, text.length); // what select() leaves out on a phone
  let done = false;
  try {
    done = document.execCommand("copy"); // old, and the only way without https
  } catch {
    done = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
