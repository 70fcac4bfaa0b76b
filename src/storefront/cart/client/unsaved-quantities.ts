import { clientRoutes } from "#routes";
import { closest } from "../../client/closest.ts";
import { hasModifier } from "../../client/intercept.ts";
import { postCartCall } from "./cart-requests.ts";

/** Quantities changed on the page and not yet saved. */
interface UnsavedQuantities {
  /** Tells whether there are any, including those being saved. */
  isAny: () => boolean;
  /** Saves them. @returns whether every line, including those already being saved, has the requested quantity */
  save: () => Promise<boolean>;
  /** Removes and returns those that are not being saved. */
  take: () => Iterable<readonly [key: string, quantity: string]>;
}

/** How long a link to the checkout waits for the quantities to be saved. */
const saveTimeoutMs = 5000;

/** No line can hold more; the server checks its real limit. */
const maxQuantity = 999_999_999;

/**
 * Saves changed quantities when the page is left. A link to the cart or the checkout is followed once they are saved, and not
 * at all if that fails, because the page then shows why. In all other cases they are sent while the page is being left.
 */
export function saveBeforeLeaving(unsaved: UnsavedQuantities, signal: AbortSignal): void {
  // On window, after the listeners that act on a pressed link.
  window.addEventListener(
    "click",
    (event) => {
      const link = closest<HTMLAnchorElement>(event, "a[href]");
      if (!link || event.defaultPrevented || hasModifier(event) || !leadsToCart(link)) return;
      if (!unsaved.isAny()) return;
      event.preventDefault();
      void followOnce(unsaved.save(), link.href);
    },
    { signal },
  );
  window.addEventListener(
    "pagehide",
    () => {
      for (const [key, quantity] of unsaved.take())
        postCartCall("chowk_set_quantity", { cart_item_key: key, quantity }).catch(() => undefined);
    },
    { signal },
  );
}

/** Returns a field's quantity as the server reads it; null if invalid. Number fields accept input such as 1e3. */
export function quantityIn({ valueAsNumber: quantity }: HTMLInputElement): string | null {
  return Number.isInteger(quantity) && quantity >= 0 ? String(Math.min(quantity, maxQuantity)) : null;
}

/** Returns the line key from a field's name, `cart[{key}][qty]`. */
export function keyIn({ name }: HTMLInputElement): string {
  return name.slice("cart[".length, -"][qty]".length);
}

function leadsToCart({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === window.location.origin && [clientRoutes.cart(), clientRoutes.checkout()].includes(pathname);
}

async function followOnce(saved: Promise<boolean>, address: string): Promise<void> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, saveTimeoutMs, true));
  if (await Promise.race([saved, timeout])) window.location.assign(address);
}
