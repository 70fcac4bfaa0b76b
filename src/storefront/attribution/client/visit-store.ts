import type { Visits } from "#shop/attribution/visit.rules.ts";
import { cookiesOf, sessionCookie, visitCookies, visitsIn } from "#shop/attribution/visit-cookies.rules.ts";
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

/** @param minutes 0: until the browser closes; less: deletes the cookie */
function writeCookie(name: string, value: string, minutes: number): void {
  const age = minutes === 0 ? "" : `;max-age=${minutes * 60}`;
  document.cookie = `${name}=${value};path=/${domainAttribute(window.location.hostname)};samesite=lax${age}`;
}

/** Returns the domain of a host with its sub-domains; "" for an IP address or a single label, whose cookies have none. */
function domainAttribute(host: string): string {
  const isNamed = host.includes(".") && !/^[\d.]+$/.test(host) && !host.startsWith("[");
  return isNamed ? `;domain=.${host.replace(/^www\./, "")}` : "";
}
