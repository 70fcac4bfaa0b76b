import { type Adding, addInPlace, showFailure } from "../../cart/client/add-in-place.ts";
import { closest } from "../../client/closest.ts";
import { isTaken } from "../../client/other-scripts.ts";
import { focusNotice } from "../../notices/client/notices.ts";
import { showOnPage, takeNotices } from "../../notices/client/pending-notices.ts";
import { addButton } from "./form-presses.ts";

/** Adds what a product's form has chosen to the cart in place when the form is submitted by Add to cart. */
export function startFormAdding(adding: Adding): void {
  window.addEventListener("submit", (event) => {
    const form = closest<HTMLFormElement>(event, "form");
    const button = event.submitter ?? form?.querySelector(addButton);
    if (!form || !button?.matches(`${addButton}, .buybar-add`) || form.closest("dialog") || isTaken("adding", event))
      return;
    event.preventDefault();
    add(button as HTMLButtonElement, form, adding);
  });
}

function add(button: HTMLButtonElement, form: HTMLFormElement, adding: Adding): void {
  const texts = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  // A request with add-to-cart adds on any address, so it must not be sent along.
  const { "add-to-cart": productId = button.value, chowk_attempt: attempt, ...fields } = Object.fromEntries(texts);
  // Scripts that count adds read the product from the button.
  button.dataset.product_id ??= productId;
  fields.product_id = Number(fields.variation_id) > 0 ? (fields.variation_id as string) : productId;
  const explain = () => void showReason(button);
  void addInPlace({ button, fields, attempt, explain }, adding);
}

/** Shows why the shop refused an addition, which is a notice of the visitor. */
export async function showReason(button: HTMLElement): Promise<void> {
  const notices = await takeNotices();
  if (notices !== "" && showOnPage(notices)) focusNotice();
  else showFailure(button);
}
