import type { NetworkEvent } from "#shop/tracking/networks/network.rules.ts";
import type { NetworkName } from "#shop/tracking/networks/networks.rules.ts";
import { readCookie } from "../../client/requests/read-cookie.ts";
import { setCookie } from "./set-cookie.ts";
import type { TrackingData } from "./tracking-data.ts";

const actions: Readonly<Partial<Record<NetworkName, string>>> = {
  meta: "fca_pc_capi_event",
  tiktok: "fca_pc_tiktok_api_event",
  pinterest: "fca_pc_pinterest_api_event",
  snapchat: "fca_pc_snapchat_api_event",
};

const visitorCookie = "pixelcat_id";

/** Posts an event to the shop, which tells the network too. Call it only with consent. The answer does not matter. Source: wire notes 14. */
export function postCopy(
  network: NetworkName,
  { name, payload }: NetworkEvent,
  { eventId, time, data }: { eventId: string; time: number; data: TrackingData },
): void {
  const action = actions[network];
  if (!action) return;
  const { origin, pathname, search } = window.location;
  const body = new URLSearchParams({
    action,
    event_name: name,
    event_time: String(Math.floor(time / 1000)),
    event_id: eventId,
    click_id: new URLSearchParams(search).get("fbclid") ?? "",
    external_id: visitorId(),
    client_user_agent: navigator.userAgent,
    event_source_url: origin + pathname,
    custom_data: Object.keys(payload).length > 0 ? JSON.stringify(payload) : "null",
    nonce: data.nonce,
  });
  fetch(data.ajaxUrl, { method: "POST", body, keepalive: true }).catch(reportError);
}

/** Returns the visitor's id. It is kept for a year from its first use. */
function visitorId(): string {
  const known = readCookie(visitorCookie);
  if (known) return known;
  const id = randomHex();
  setCookie(visitorCookie, id, { days: 365, path: "/" });
  return id;
}

/** Returns ten random hexadecimal digits. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
