import { isEmail } from "#shop/accounts/profile/account-fields.rules.ts";
import { isPhone } from "#shop/accounts/profile/phone.rules.ts";
import { isPostcode, normalisePlace } from "#shop/delivery/address-formats.rules.ts";
import { announce } from "../announce.ts";
import { type Control, initialValue, isControl, valueOf } from "./form-controls.ts";

/** A value that the server has refused. */
interface RefusedValue {
  value: string;
  message: string;
}

/**
 * Keeps the errors of a form's fields up to date: an error goes as soon as the field is right, and comes back when the field is
 * left and wrong again. Fields that were never wrong are left alone.
 */
export class FieldErrors {
  readonly #form: HTMLFormElement;
  /** By id, because the order review replaces its controls. */
  readonly #refused = new Map<string, RefusedValue>();

  constructor(form: HTMLFormElement, signal: AbortSignal) {
    this.#form = form;
    for (const control of this.#shown()) this.#remember(control, initialValue(control), errorOf(control));
    form.addEventListener("input", ({ target }) => this.#onInput(target), { signal });
    form.addEventListener("focusout", ({ target }) => this.#onLeave(target), { signal });
  }

  /** Shows an error from the server next to its field. */
  show(control: Control, message: string): void {
    this.#remember(control, valueOf(control), message);
    showError(control, message);
  }

  clear(): void {
    for (const control of this.#shown()) hideError(control);
    this.#refused.clear();
  }

  #remember(control: Control, value: string, message: string): void {
    this.#refused.set(control.id, { value: value.trim(), message });
  }

  #shown(): Control[] {
    return [...this.#form.querySelectorAll("[aria-invalid=true]")].filter(isControl);
  }

  #onInput(target: EventTarget | null): void {
    if (!isControl(target) || !target.matches("[aria-invalid=true]") || this.#faultOf(target) !== undefined) return;
    hideError(target);
    updateSummary(this.#form, target.id);
  }

  #onLeave(target: EventTarget | null): void {
    if (!isControl(target)) return;
    const message = this.#faultOf(target);
    if (message === undefined || message === errorOf(target)) return;
    showError(target, message);
    updateSummary(this.#form, target.id, message);
    announce(message);
  }

  /** Returns what is wrong with a field that was wrong before; undefined if it seems right. */
  #faultOf(control: Control): string | undefined {
    const refused = this.#refused.get(control.id);
    if (!refused) return undefined;
    const value = valueOf(control).trim();
    if (value === refused.value) return refused.message;
    const { required, invalid } = control.dataset;
    if (value === "") return control.required ? (required ?? refused.message) : undefined;
    return isWellFormed(control, value) ? undefined : (invalid ?? refused.message);
  }
}

function isWellFormed(control: Control, value: string): boolean {
  if (control.type === "email") return isEmail(value);
  if (control.type === "tel") return isPhone(value);
  if (!control.id.endsWith("_postcode")) return true;
  const country = control.form?.elements.namedItem(control.id.replace("postcode", "country"));
  if (!isControl(country)) return true;
  const place = normalisePlace({ country: country.value, state: "", postcode: value });
  return isPostcode(place.country, place.postcode);
}

const hintSelector = ":scope > .hint";

/** The classes of an error's text: rendered by the server, and added by a script as the protocol has it. */
const errorSelector = ":scope > :is(.err, .checkout-inline-error-message)";

function rowOf(control: Control): Element | null {
  return control.closest(".form-row");
}

function errorOf(control: Control): string {
  const row = rowOf(control);
  const error = row?.querySelector(errorSelector) ?? (isShown(control) && row?.querySelector(hintSelector));
  return (error && error.textContent?.trim()) || "";
}

function isShown(control: Control): boolean {
  return control.matches("[aria-invalid=true]");
}

function showError(control: Control, message: string): void {
  hideError(control);
  const row = rowOf(control);
  const hint = row?.querySelector(hintSelector);
  const fold = control.closest("details");
  if (fold) fold.open = true;
  control.setAttribute("aria-invalid", "true");
  row?.classList.add("field--bad", "woocommerce-invalid");
  // The hint may say it already, with a link.
  if (hint?.textContent?.trim() === message) return;
  const error = document.createElement("p");
  error.id = `${control.id}_description`;
  error.className = "checkout-inline-error-message";
  error.textContent = message;
  control.setAttribute("aria-describedby", [error.id, ...describedBy(control)].join(" "));
  row?.insertBefore(error, hint ?? null);
}

function hideError(control: Control): void {
  const error = rowOf(control)?.querySelector(errorSelector);
  const others = describedBy(control).filter((id) => id !== error?.id);
  control.removeAttribute("aria-invalid");
  if (others.length > 0) control.setAttribute("aria-describedby", others.join(" "));
  else control.removeAttribute("aria-describedby");
  rowOf(control)?.classList.remove("field--bad", "woocommerce-invalid");
  error?.remove();
}

function describedBy(control: Control): string[] {
  return (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
}

const groupSelector = ".woocommerce-NoticeGroup";

/** Shows or hides a field's entry in the list above the form; removes a list without entries. */
function updateSummary(form: HTMLFormElement, id: string, message?: string): void {
  const group = form.querySelector(groupSelector);
  const item = group?.querySelector<HTMLElement>(`li[data-id="${CSS.escape(id)}"]`);
  if (!group || !item) return;
  // Otherwise a screen reader would read the whole list again.
  group.querySelector("[role=alert]")?.removeAttribute("role");
  item.hidden = message === undefined;
  const link = item.querySelector("a");
  const { beside = link?.textContent ?? "" } = item.dataset;
  if (link && message !== undefined) {
    // The text in the list may begin with the name of the address.
    link.textContent = link.textContent.replace(beside, message);
    item.dataset.beside = message;
  }
  showCount(group);
  if (!group.querySelector("li:not([hidden]), button")) group.remove();
}

/** Writes the number of wrong fields into the heading of a list of errors. */
export function showCount(group: Element): void {
  const heading = group.querySelector<HTMLElement>(".error-count");
  const count = group.querySelectorAll("li[data-id]:not([hidden])").length;
  const texts: unknown = JSON.parse(heading?.dataset.texts ?? "[]");
  if (!heading || !Array.isArray(texts)) return;
  heading.hidden = count === 0;
  if (count > 0) heading.textContent = String(texts[count - 1] ?? "");
}
