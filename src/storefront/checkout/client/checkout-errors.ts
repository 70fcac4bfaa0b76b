import { announce } from "../../client/announce.ts";
import { dispatch, listen } from "../../client/events.ts";
import { FieldErrors, showCount } from "../../client/forms/field-errors.ts";
import { type Control, isControl } from "../../client/forms/form-controls.ts";
import { parseElements } from "../../notices/client/page-notices.ts";

const groupClass = "woocommerce-NoticeGroup-checkout";

/** Shows why an order was refused: all errors above the fields, and each one next to its field. */
export class CheckoutErrors {
  readonly #form: HTMLFormElement;
  readonly #fields: FieldErrors;

  constructor(form: HTMLFormElement, signal: AbortSignal) {
    this.#form = form;
    this.#fields = new FieldErrors(form, signal);
    // The review is replaced by the update, so its errors are shown again.
    listen(document.body, "updated_checkout", () => void this.#showAtFields("#order_review"), signal);
  }

  /** Shows the errors, focuses the first field and announces how many there are. */
  show(errors: readonly Element[]): void {
    this.clear();
    const group = document.createElement("div");
    group.className = `woocommerce-NoticeGroup ${groupClass}`;
    group.tabIndex = -1;
    group.append(...errors);
    const heading = this.#addHeading(group);
    // The protocol puts the role on the list, which would then be announced again whenever an entry goes.
    for (const element of group.querySelectorAll("[role]")) element.removeAttribute("role");
    const intro = this.#form.querySelector("#customer_details > header");
    if (intro) intro.after(group);
    else this.#form.prepend(group);
    const [first] = this.#showAtFields();
    (first ?? group).focus({ preventScroll: true });
    scrollTo(group, first);
    if (heading) announce(heading);
    dispatch(document.body, "checkout_error", [group.innerHTML]);
  }

  /** Shows errors given as the server's HTML. */
  showMarkup(markup: string): void {
    this.show(parseElements(markup));
  }

  clear(): void {
    this.#fields.clear();
    for (const group of this.#form.querySelectorAll(`.${groupClass}`)) group.remove();
  }

  /** Adds a heading with the number of wrong fields, if there are any. @returns its text */
  #addHeading(group: HTMLElement): string {
    if (!group.querySelector("li[data-id]")) return "";
    const heading = document.createElement("p");
    heading.className = "error-count";
    heading.dataset.texts = this.#form.dataset.counts ?? "[]";
    group.prepend(heading);
    separateRest(group);
    showCount(group);
    return heading.textContent;
  }

  /** Shows the errors in the list above the form next to their fields. @returns the fields that had none before */
  #showAtFields(within = "form"): Control[] {
    const items = this.#form.querySelectorAll<HTMLElement>(`.${groupClass} li[data-id]:not([hidden])`);
    return [...items].flatMap((item) => {
      const control = this.#form.querySelector(`#${CSS.escape(item.dataset.id ?? "")}`);
      if (!isControl(control) || control.matches("[aria-invalid]") || !control.closest(within)) return [];
      this.#fields.show(control, item.dataset.beside ?? item.textContent?.trim() ?? "");
      return [control];
    });
  }
}

/** Moves errors of no field to a list of their own, because the heading counts fields. */
function separateRest(group: HTMLElement): void {
  for (const list of group.querySelectorAll("ul")) {
    const items = [...list.children].filter((item) => !item.matches("[data-id]"));
    if (items.length === 0 || items.length === list.children.length) continue;
    const rest = list.cloneNode(false) as HTMLElement;
    rest.classList.add("error-rest");
    rest.append(...items);
    group.append(rest);
  }
}

const marginPx = 12;

/** Scrolls to the list of errors if the first field fits below it in the window, otherwise to the field. */
function scrollTo(group: HTMLElement, field: Control | undefined): void {
  const row = field?.closest(".form-row") ?? group;
  const { top } = group.getBoundingClientRect();
  const fits = row.getBoundingClientRect().bottom - top + 2 * marginPx <= window.innerHeight;
  if (fits) window.scrollBy(0, top - marginPx);
  else row.scrollIntoView({ block: row === group ? "start" : "center" });
}
