import type { Settings } from "./setting-definitions.ts";

/** The part of the site that is closed to visitors while the shop is being prepared. */
export type ClosedPart = "nothing" | "store" | "site";

/** "store" closes products, cart and checkout; home page, articles and text pages stay open. */
export function closedPartOf(settings: Pick<Settings, "coming_soon" | "store_pages_only">): ClosedPart {
  if (settings.coming_soon === "no") return "nothing";
  return settings.store_pages_only === "yes" ? "store" : "site";
}
