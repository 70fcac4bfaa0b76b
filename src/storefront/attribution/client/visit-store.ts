import type { Visits } from "#shop/attribution/visit.rules.ts";
import { cookieLine, cookiesOf, sessionCookie, visitCookies, visitsIn } from "#shop/attribution/visit-cookies.rules.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { readCookie } from "../../client/requests/read-cookie.ts";

/** Reads the visits from the protocol's cookies. */
export function readVisits(): Visits {
  return visitsIn(readCookie);
}

/** Writes the protocol's cookies. */
export function writeVisits(visits: Visits): void {
  const { lifetime = 0, session = 30 } = parameters("wc_order_attribution")?.params ?? {};
  // Months in minutes, as the protocol's script truncates them: 0 makes cookies that last until the browser closes.
  const minutes = Math.trunc(lifetime * 30 * 24 * 60);
  for (const [name, value] of Object.entries(cookiesOf(visits)))
    writeCookie(name, value, name === sessionCookie ? session : minutes);
}

/** Deletes the protocol's cookies. */
export function deleteVisits(): void {
  for (const name of visitCookies) if (readCookie(name) !== "") writeCookie(name, "", -1);
}

function writeCookie(name: string, value: string, minutes: number): void {
  document.cookie = cookieLine(name, value, { host: window.location.hostname, minutes });
}
