import { suggestedDomain } from "#shop/accounts/profile/email-typo.rules.ts";
import { announce } from "../announce.ts";

/** Suggests after this pause in typing, so that nothing moves while the pointer goes to the next control. */
const typingPauseMs = 500;

/** Offers the domain that was probably meant, in place of the field's hint. One press accepts it. */
export function suggestEmail(field: HTMLInputElement, signal: AbortSignal): void {
  const row = field.closest(".form-row, .wpcf7-form-control-wrap");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link email-suggestion";
  button.hidden = true;
  const label = field.closest("label")?.cloneNode(true) as HTMLElement | undefined;
  if (label) {
    // The button in a label around the field would become part of the field's name.
    label.querySelector(".wpcf7-form-control-wrap")?.remove();
    field.ariaLabel = label.textContent.trim();
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    const domain = suggestedDomain(field.value);
    const text = domain ? (field.dataset.suggestion ?? "").replace("%s", domain) : "";
    if (text === button.textContent) return;
    button.textContent = text;
    button.hidden = text === "";
    if (text) announce(text);
  };
  const accept = () => {
    const domain = suggestedDomain(field.value);
    field.focus();
    if (domain) field.value = `${field.value.slice(0, field.value.lastIndexOf("@"))}@${domain}`;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    update();
  };
  const onInput = () => {
    clearTimeout(timer);
    timer = setTimeout(update, typingPauseMs);
  };
  row?.append(button);
  button.addEventListener("click", accept, { signal });
  field.addEventListener("input", onInput, { signal });
  field.addEventListener("change", update, { signal });
  field.form?.addEventListener("reset", onInput, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    button.remove();
    if (label) field.ariaLabel = null;
  });
  update();
}
