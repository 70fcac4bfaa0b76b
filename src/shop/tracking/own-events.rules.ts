import { isSaleName } from "./browser-event.rules.ts";

/** What networks know apart from sales. Source: Meta Pixel reference, "Standard events". */
const standardEvents = [
  "AddPaymentInfo",
  "AddToCart",
  "AddToWishlist",
  "CompleteRegistration",
  "Contact",
  "CustomizeProduct",
  "Donate",
  "FindLocation",
  "InitiateCheckout",
  "Lead",
  "PageView",
  "Schedule",
  "Search",
  "SubmitApplication",
  "ViewContent",
];

/** Returns why an event in the setting `pixel_events` cannot be reported; undefined if it can. */
export function findOwnEventFault({ event, apiAction }: { event: string; apiAction?: string }): string | undefined {
  if (isSaleName(event)) return `"${event}" is a sale, which only the shop itself reports, from its orders`;
  if (apiAction === "track" && !standardEvents.includes(event))
    return `"${event}" is no event that networks know: leave apiAction out, or use ${standardEvents.join(", ")}`;
  return undefined;
}
