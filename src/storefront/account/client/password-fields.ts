import { parameters } from "../../client/parameters.ts";

/** Adds a button to every password field that shows or hides the password and returns the focus to the field. */
export function startPasswordFields(): void {
  const labels = parameters("woocommerce_params");
  if (!labels) return;
  const selector = ".woocommerce form .woocommerce-Input[type=password]";
  for (const input of document.querySelectorAll<HTMLInputElement>(selector)) addToggle(input, labels);
}

function addToggle(input: HTMLInputElement, labels: { i18n_password_show: string; i18n_password_hide: string }): void {
  const frame = document.createElement("span");
  frame.className = "password-input";
  const toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "show-password-input";
  toggle.setAttribute("aria-label", labels.i18n_password_show);
  toggle.setAttribute("aria-describedby", input.id);
  wrapInput(frame, input);
  frame.append(toggle);
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    toggle.classList.toggle("display-password", isShown);
    toggle.setAttribute("aria-label", isShown ? labels.i18n_password_hide : labels.i18n_password_show);
  };
  toggle.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  // Browsers offer to save the password only if the field is submitted as one.
  input.form?.addEventListener("submit", () => show(false));
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
