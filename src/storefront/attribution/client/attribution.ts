import { attributionFields } from "#shop/attribution/attribution.rules.ts";
import { readTouches, withTouchesOf } from "#shop/attribution/touches.rules.ts";
import { afterEachView, type Visits, visitsBefore } from "#shop/attribution/visit.rules.ts";
import { fieldsOf, wireName } from "#shop/attribution/visit-fields.rules.ts";
import { handlerOf, whenOthersStarted } from "../../client/other-scripts.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { trackingEvent } from "./record-page-view.ts";
import { forgetProcessed, newViews } from "./view-log.ts";
import { deleteVisits, readVisits, writeVisits } from "./visit-store.ts";

const touchesKey = "chowk_touches";

/**
 * Processes the page views noted so far into the protocol's cookies and reports them in the forms of the page. Call it as often
 * as needed: every view counts once. Leaves everything to the original script if the page has it.
 */
export function startAttribution(): void {
  if (!parameters("wc_order_attribution")) return;
  // The view of a prerendered page is noted once the page is shown.
  if ("prerendering" in document && document.prerendering === true)
    return document.addEventListener("prerenderingchange", startAttribution, { once: true });
  const track = () => {
    if (!isLeftToOriginal()) trackViews();
  };
  whenOthersStarted(track);
  window.addEventListener(trackingEvent, track);
}

/** Tells whether the page has the original script, by its library, or the setting leaves it to other scripts. */
function isLeftToOriginal(): boolean {
  const handler = handlerOf("attribution");
  return handler === "auto" ? "sbjs" in window : handler === "scripts";
}

function trackViews(): void {
  if (!parameters("wc_order_attribution")?.params.allowTracking) return forbid();
  const stored = readVisits();
  // Deleted cookies, none at all, or only the server's: the whole log is processed again.
  if (stored.count === 0 || !stored.current) forgetProcessed();
  const views = newViews();
  const before = visitsBefore(stored, views);
  const seen = [before, ...afterEachView(before, views, navigator.userAgent)];
  const visits = seen.at(-1) ?? before;
  if (!visits.current) return;
  writeVisits(visits);
  const now = Date.now();
  // A source that a later view replaces is a touch too.
  const known = seen.reduce((known, visits) => withTouchesOf(known, visits, now), readTouches(read(touchesKey), now));
  const touches = JSON.stringify(known);
  write(touchesKey, touches);
  report(visits, touches);
}

/** Deletes what is known and empties the fields. The tab's log stays, so that a later consent restores the source. */
function forbid(): void {
  deleteVisits();
  forgetProcessed();
  write(touchesKey, "");
  report(null, "");
}

/** Fills the fields of every form; creates them where they are missing. */
function report(visits: Visits | null, touches: string): void {
  const values = visits && fieldsOf(visits);
  const prefix = parameters("wc_order_attribution")?.params.prefix ?? "";
  for (const place of document.querySelectorAll("wc-order-attribution-inputs")) {
    for (const field of attributionFields) fill(place, `${prefix}${wireName(field)}`, values?.[field] ?? "");
    if (place.parentElement) fill(place.parentElement, touchesKey, touches);
  }
}

function fill(place: Element, name: string, value: string): void {
  let field = place.querySelector<HTMLInputElement>(`:scope > [name="${CSS.escape(name)}"]`);
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name });
    place.append(field);
  }
  field.value = value;
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    // The browser forbids storage.
    return "";
  }
}

/** Stores a text for all visits; "" deletes it. */
function write(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The browser forbids storage: only this visit is known.
  }
}
