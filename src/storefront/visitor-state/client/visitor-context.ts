import { parameters } from "../../client/requests/parameters.ts";

/** Tells third-party scripts the kind of device. The page is the same for everyone, so the server cannot. */
export function startVisitorContext(): void {
  const context = parameters("wcAnalytics")?.commonProps;
  if (context) context.device = deviceOf(navigator.userAgent, navigator.maxTouchPoints);
}

function deviceOf(agent: string, touchPoints: number): "desktop" | "tablet" | "mobile" {
  // iPads identify as Macs, but no Mac has a touch screen.
  const isTablet = /iPad|Tablet|Android(?!.*Mobile)/i.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1);
  if (isTablet) return "tablet";
  return /Mobi|iPhone|iPod|Android/i.test(agent) ? "mobile" : "desktop";
}
