import type { Settings } from "./setting-definitions.ts";

/** How much of the site is closed, while the shop is being prepared, to those who do not work in it. */
export type ClosedPart = "nothing" | "store" | "site";

/** "store" closes what is sold and the way to buy it; home page, articles and pages of text stay open. */
export function closedPartOf(settings: Pick<Settings, "coming_soon" | "store_pages_only">): ClosedPart {
  if (settings.coming_soon === "no") return "nothing";
  return settings.store_pages_only === "yes" ? "store" : "site";
}
