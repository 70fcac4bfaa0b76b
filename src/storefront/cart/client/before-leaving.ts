import { routes } from "#routes";
import { hasModifier } from "../../client/take-over.ts";
import { change } from "./cart-requests.ts";

/** Quantities that are changed on the page and not yet saved. */
interface Unsaved {
  /** Whether there are some, or some are being saved. */
  isAny: () => boolean;
  /** Saves them. @returns whether all lines, also those that were being saved, hold what was wanted of them */
  save: () => Promise<boolean>;
  /** Hands over those that are not being saved, by line key: they are not saved by the page any more. */
  take: () => Iterable<readonly [key: string, quantity: string]>;
}

/** How long (ms) somebody who goes on to the checkout waits for his quantities. */
const longestWait = 5000;

/**
 * No quantity is lost when the page is left: a link to the cart or the checkout is followed once they are saved, and not at all
 * where that went otherwise than wanted, since the page says so then. For any other way out they are sent along.
 */
export function saveBeforeLeaving(unsaved: Unsaved): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || event.defaultPrevented || hasModifier(event) || !leadsOn(link)) return;
    if (!unsaved.isAny()) return;
    event.preventDefault();
    void followOnce(unsaved.save(), link.href);
  });
  window.addEventListener("pagehide", () => {
    // The page is gone: nobody is left who could be told.
    for (const [key, quantity] of unsaved.take())
      change("chowk_set_quantity", { cart_item_key: key, quantity }).catch(() => undefined);
  });
}

function leadsOn({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === window.location.origin && [routes.cart(), routes.checkout()].includes(pathname);
}

async function followOnce(saved: Promise<boolean>, address: string): Promise<void> {
  const waited = new Promise<boolean>((resolve) => setTimeout(resolve, longestWait, true));
  if (await Promise.race([saved, waited])) window.location.assign(address);
}
