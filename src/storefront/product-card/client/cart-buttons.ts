import { type Adding, addInPlace } from "../../cart/client/add-in-place.ts";
import { closest } from "../../client/closest.ts";
import { intercept } from "../../client/intercept.ts";
import { handlerOf, isTaken } from "../../client/other-scripts.ts";
import { randomUuid } from "../../client/requests/idempotency-keys.ts";

/** Handles the add-to-cart buttons of product cards, wherever they are on the page. */
export function startCartButtons(adding: Adding): void {
  window.addEventListener("click", markPress, { capture: true });
  window.addEventListener("click", (event) => {
    const button = closest(event, "[data-chowk_attempt]");
    if (button && !isTaken("adding", event)) intercept(event, () => add(button, adding));
  });
}

/** Adds an idempotency key to a button's data while it is pressed. Other scripts send it too: a press counts once. */
function markPress(event: Event): void {
  const button = closest(event, ".add_to_cart_button.ajax_add_to_cart:not(.wc-interactive)");
  if (!button?.dataset.product_id) return;
  const attempt = randomUuid();
  button.dataset.chowk_attempt = attempt;
  // jQuery reads the attributes of an element only once.
  window.jQuery?.(button).data("chowk_attempt", attempt);
  // The original script ignores buttons with this class.
  const isOurs = handlerOf("adding") === "client";
  button.classList.toggle("wc-interactive", isOurs);
  setTimeout(() => {
    delete button.dataset.chowk_attempt;
    button.classList.remove("wc-interactive");
    window.jQuery?.(button).removeData("chowk_attempt");
  });
}

function add(button: HTMLElement, adding: Adding): void {
  const { chowk_attempt: attempt } = button.dataset;
  const explain = (page: string) => window.location.assign(page);
  void addInPlace({ button, fields: fieldsOf(button), attempt, explain }, adding);
}

/** Returns the button's data from jQuery and from its attributes, which take precedence, without the press's key. */
function fieldsOf(button: HTMLElement): Record<string, string> {
  const stored = Object.entries(window.jQuery?.(button).data() ?? {});
  const texts = stored.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  const { chowk_attempt: _, ...fields } = {
    ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    ...(button.dataset as Record<string, string>),
  };
  return fields;
}
