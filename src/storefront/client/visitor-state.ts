import { routes } from "#routes";
import { cookie } from "./cart-requests.ts";
import { focusNotice } from "./notices.ts";

/** What only this visitor sees on a page that is the same for everybody. */
interface VisitorState {
  /** HTML of the notices that wait for this visitor; "" for none. */
  notices: string;
}

/** Fetches what waits for this visitor, only when a cookie says that something does: the page may be older than it. */
export function startVisitorState(): void {
  const place = document.querySelector(".woocommerce-notices-wrapper");
  if (place && cookie("chowk_notice") !== "") void show(place);
}

async function show(place: Element): Promise<void> {
  try {
    const response = await fetch(routes.visitorState(), { headers: { Accept: "application/json" } });
    if (!response.ok) return;
    const state = (await response.json()) as VisitorState;
    if (state.notices === "") return;
    place.outerHTML = state.notices;
    focusNotice();
  } catch {
    // Offline: the notices wait for the next page.
  }
}
