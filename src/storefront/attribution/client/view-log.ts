import type { PageView } from "#shop/attribution/sources.rules.ts";
import { viewLogKey } from "./record-page-view.ts";

/** Session storage: how many views of the log have been processed. */
const processedKey = "chowk_views_processed";

/** How many views, and characters of them, are kept once processed: those that a consent given later may need. */
const keptViews = 20;
const keptLength = 10_000;

/** Returns the page views that have not been processed yet, and marks them as processed. */
export function newViews(): PageView[] {
  const store = openStore();
  // Without a log only this page is known.
  if (!store) return [{ url: window.location.href, referrer: document.referrer, at: Date.now() }];
  const log = (store.getItem(viewLogKey) ?? "").split("\n").filter(Boolean);
  const processed = Math.min(Number(store.getItem(processedKey)) || 0, log.length);
  if (log.length === processed) return [];
  const kept = log.slice(0, keptViews);
  // A full log would take no more views.
  while (kept.join().length > keptLength) kept.pop();
  store.setItem(viewLogKey, kept.map((line) => `${line}\n`).join(""));
  store.setItem(processedKey, String(kept.length));
  return log.slice(processed).flatMap((line) => viewIn(line) ?? []);
}

/** Makes `newViews` return the whole log again. */
export function forgetProcessed(): void {
  openStore()?.removeItem(processedKey);
}

/** Returns the tab's storage; null if the browser forbids it. */
function openStore(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function viewIn(line: string): PageView | null {
  try {
    const [url, referrer, at] = JSON.parse(line) as unknown[];
    return typeof url === "string" && typeof referrer === "string" && typeof at === "number"
      ? { url, referrer, at }
      : null;
  } catch {
    // Another script has written to the log.
    return null;
  }
}
