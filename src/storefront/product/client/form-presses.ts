import { closest } from "../../client/closest.ts";
import type { IdempotencyKeys } from "../../client/requests/idempotency-keys.ts";

/** The quick checkout has keys of its own, and Buy now has an address of its own. */
export const addButton = ".single_add_to_cart_button:not(.qcfw_single_buy_now_button)";

/**
 * Adds an idempotency key to a product's form while its button is pressed: whatever sends the form because of that press,
 * it counts once. The key of a form that is being submitted stays for further presses, until the page is left.
 */
export function startFormPresses(keys: IdempotencyKeys): void {
  const onClick = (event: Event) => {
    const form = closest<HTMLButtonElement>(event, addButton)?.form;
    if (form && !form.closest("dialog")) press(form, keys);
  };
  window.addEventListener("click", onClick, { capture: true });
}

function press(form: HTMLFormElement, keys: IdempotencyKeys): void {
  const key = document.createElement("input");
  Object.assign(key, { type: "hidden", name: "chowk_attempt", value: keys.keyFor(form, [...new FormData(form)]) });
  form.append(key);
  const forget = () => keys.forget(form);
  let isSent = false;
  const onSubmit = (event: Event) => {
    isSent = event.target === form && !event.defaultPrevented;
  };
  window.addEventListener("submit", onSubmit);
  setTimeout(() => {
    window.removeEventListener("submit", onSubmit);
    key.remove();
    if (isSent) window.addEventListener("pagehide", forget, { once: true });
    else forget();
  });
}
