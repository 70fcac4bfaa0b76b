import { whenOthersStarted } from "../../client/other-scripts.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { defineWidget } from "../../client/widget.ts";

/**
 * Defines `<shop-password>`, a password field, which gets a button that shows or hides the password, unless WooCommerce's own
 * script has added one.
 */
export function definePasswordFields(): void {
  defineWidget("shop-password", (element, signal) => {
    const labels = parameters("woocommerce_params");
    const input = element.querySelector("input");
    if (!labels || !input) return;
    whenOthersStarted(() => {
      if (!signal.aborted && !element.querySelector(".show-password-input")) addToggle(input, labels, signal);
    });
  });
}

interface Labels {
  i18n_password_show: string;
  i18n_password_hide: string;
}

function addToggle(input: HTMLInputElement, labels: Labels, signal: AbortSignal): void {
  const frame = document.createElement("span");
  frame.className = "password-input";
  const toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "show-password-input";
  toggle.setAttribute("aria-describedby", input.id);
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    toggle.classList.toggle("display-password", isShown);
    toggle.setAttribute("aria-label", isShown ? labels.i18n_password_hide : labels.i18n_password_show);
  };
  show(false);
  wrapInput(frame, input);
  frame.append(toggle);
  toggle.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  // Browsers offer to save the password only if the field is submitted as one.
  input.form?.addEventListener("submit", () => show(false), { signal });
  signal.addEventListener("abort", () => {
    show(false);
    frame.replaceWith(input);
  });
}

/** Moves the input into the frame, keeping focus and selection. */
function wrapInput(frame: HTMLElement, input: HTMLInputElement): void {
  const isFocused = document.activeElement === input;
  const { selectionStart, selectionEnd } = input;
  input.replaceWith(frame);
  frame.append(input);
  if (!isFocused) return;
  input.focus({ preventScroll: true });
  input.setSelectionRange(selectionStart, selectionEnd);
}
