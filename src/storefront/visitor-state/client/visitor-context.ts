import { parameters } from "../../client/parameters.ts";

/** Tells other scripts what kind of device this is: the page is the same for all, so only the browser knows. */
export function startVisitorContext(): void {
  const context = parameters("wcAnalytics")?.commonProps;
  if (context) context.device = deviceOf(navigator.userAgent, navigator.maxTouchPoints);
}

function deviceOf(agent: string, touchPoints: number): "desktop" | "tablet" | "mobile" {
  // An iPad gives itself out as a Mac, but no Mac is touched.
  const isTablet = /iPad|Tablet|Android(?!.*Mobile)/i.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1);
  if (isTablet) return "tablet";
  return /Mobi|iPhone|iPod|Android/i.test(agent) ? "mobile" : "desktop";
}
