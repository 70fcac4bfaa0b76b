import { Dispatcher, type Report } from "./dispatcher.ts";
import { LatePart } from "./late-part.ts";
import { startActs } from "./sources/acts.ts";
import "./tracking-data.ts";

/** Tells networks about the page and what the shopper does on it, if the page has the data for it. */
export function startTracking(data = window.chowk_tracking): void {
  if (!data) return;
  const report = data.isTest ? testPanel() : () => {};
  const { tell } = new Dispatcher(data, report);
  tell({ kind: "page_view" });
  data.facts.forEach(tell);
  startActs(tell, data);
  // Few pages have these.
  if (window.fcaPcEvents?.length) import("./sources/triggers.ts").then((part) => part.startTriggers(tell), reportError);
  if (document.querySelector("video, iframe, shop-video, shop-embed"))
    import("./sources/videos.ts").then((part) => part.startVideos(tell, data.isTest), reportError);
  if (document.querySelector("[class*=fca], [id*=fca], [class*=ptp-]"))
    import("./sources/forms.ts").then((part) => part.startForms(tell, data.currencyOfPixels), reportError);
}

/** Only staff load the panel. */
function testPanel(): (report: Report) => void {
  const panel = new LatePart<[Report]>(() => import("./test-panel.ts").then((part) => part.openTestPanel()));
  void panel.load();
  return (report) => panel.call(report);
}
