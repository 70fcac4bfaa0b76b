/** Browsers let an address change only so often; who runs through a list with the arrow keys changes it once. In milliseconds. */
const rest = 300;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the choice in the page's address, so that it can be linked and is still there after a reload. Only on the product's
 * own page: a form in a popup is somewhere else.
 * @param chosen values by field name; "" takes a field out of the address
 */
export function showInAddress(form: HTMLFormElement, chosen: Readonly<Record<string, string>>): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const address = new URL(window.location.href);
    if (new URL(form.action).pathname !== address.pathname) return;
    for (const [name, value] of Object.entries(chosen)) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
  }, rest);
}
