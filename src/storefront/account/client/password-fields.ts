import { parameters } from "../../client/parameters.ts";

/** Every password field gets a button that shows what was typed and hides it again; the focus goes back to the field. */
export function startPasswordFields(): void {
  const words = parameters("woocommerce_params");
  if (!words) return;
  const selector = ".woocommerce form .woocommerce-Input[type=password]";
  for (const input of document.querySelectorAll<HTMLInputElement>(selector)) addToggle(input, words);
}

function addToggle(input: HTMLInputElement, words: { i18n_password_show: string; i18n_password_hide: string }): void {
  const frame = document.createElement("span");
  frame.className = "password-input";
  const toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "show-password-input";
  toggle.setAttribute("aria-label", words.i18n_password_show);
  toggle.setAttribute("aria-describedby", input.id);
  moveInto(frame, input);
  frame.append(toggle);
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    toggle.classList.toggle("display-password", isShown);
    toggle.setAttribute("aria-label", isShown ? words.i18n_password_hide : words.i18n_password_show);
  };
  toggle.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  // What was shown is sent, and kept by the browser, as a password.
  input.form?.addEventListener("submit", () => show(false));
}

/** What is typed into while it moves stays so: moving takes the focus, and with it the selection. */
function moveInto(frame: HTMLElement, input: HTMLInputElement): void {
  const isFocused = document.activeElement === input;
  const { selectionStart, selectionEnd } = input;
  input.replaceWith(frame);
  frame.append(input);
  if (!isFocused) return;
  input.focus({ preventScroll: true });
  input.setSelectionRange(selectionStart, selectionEnd);
}
