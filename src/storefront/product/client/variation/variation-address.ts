import { choiceSelects, nameOf } from "./variation-choice.ts";

/** Browsers let an address change only so often; who runs through a list with the arrow keys changes it once. In milliseconds. */
const rest = 300;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the choice in the page's address, so that it can be linked and is still there after a reload: what was emptied too,
 * where leaving it out would mean the default. Only on the product's own page: a form in a popup is somewhere else.
 */
export function showInAddress(form: HTMLFormElement): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const address = new URL(window.location.href);
    if (new URL(form.action).pathname !== address.pathname) return;
    for (const select of choiceSelects(form)) {
      if (select.value || select.dataset.default) address.searchParams.set(nameOf(select), select.value);
      else address.searchParams.delete(nameOf(select));
    }
    if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
  }, rest);
}
