import { Dispatcher, type Report } from "./dispatcher.ts";
import { Products } from "./products.ts";
import { startForms } from "./sources/forms.ts";
import { startShopping } from "./sources/shopping.ts";
import { startTriggers } from "./sources/triggers.ts";
import "./tracking-data.ts";

/** Tells networks about the page and what the shopper does on it, if the page has the data for it. */
export function startTracking(data = window.chowk_tracking): void {
  if (!data) return;
  const report = data.isTest ? testPanel() : () => {};
  const { tell } = new Dispatcher(data, report);
  tell({ kind: "page_view" });
  data.facts.forEach(tell);
  startShopping(tell, new Products(data), data);
  startForms(tell, data.currencyOfPixels);
  startTriggers(tell);
  startVideosLater(tell, data.isTest);
}

/** Most pages have no video. */
function startVideosLater(tell: Dispatcher["tell"], isDebug: boolean): void {
  if (document.querySelector("video, iframe, shop-video, shop-embed"))
    import("./sources/videos.ts").then((part) => part.startVideos(tell, isDebug), reportError);
}

/** Only staff load the panel. */
function testPanel(): (report: Report) => void {
  const panel = import("./test-panel.ts").then((part) => part.openTestPanel());
  return (report) => void panel.then((show) => show(report)).catch(reportError);
}
