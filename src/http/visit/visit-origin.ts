import type { IncomingMessage } from "node:http";
import fastifyCookie from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import type { Clock } from "#platform/clock.ts";
import type { Attribution } from "#shop/attribution/attribution.rules.ts";
import { cookieLine, visitCookies, visitsIn } from "#shop/attribution/visit-cookies.rules.ts";
import { attributionIn, landingCookies } from "#shop/attribution/visit-fields.rules.ts";
import { attributionRule } from "#shop/consent/consent.rules.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { isPrefetch } from "../guards/request-guard.ts";
import { isRobot } from "./user-agents.ts";
import { consentOf } from "./visit-consent.ts";

/**
 * Returns where the visitor came from, as far as a request tells: by its cookies, its referrer and its address.
 * @param url its address
 */
export function originOfRequest(request: FastifyRequest, url: string, now: Date): Attribution | null {
  const { headers, cookies, method } = request;
  const mode = headers["sec-fetch-mode"];
  return attributionIn({
    visits: visitsIn((name) => cookies[name] ?? ""),
    url,
    referrer: headers.referer ?? "",
    isNavigation:
      method === "GET" && (mode === undefined || mode === "navigate") && headers["x-requested-with"] === undefined,
    agent: headers["user-agent"] ?? "",
    at: now.getTime(),
  });
}

/** Whether it may be recorded where the visitor came from. */
export function mayRecordOrigin(request: Pick<FastifyRequest, "headers" | "cookies">, settings: Settings): boolean {
  const rule = attributionRule(settings);
  return rule === "yes" || (rule === "consent" && consentOf(request, settings).marketing);
}

/** Returns the values of Set-Cookie that delete where the visitor came from, if the browser sent it. */
export function expiredOrigin({ cookies }: Pick<FastifyRequest, "cookies">, siteUrl: string): string[] {
  const host = new URL(siteUrl).hostname;
  return visitCookies.flatMap((name) => (cookies[name] ? [cookieLine(name, "", { host, minutes: -1 })] : []));
}

/**
 * Returns the cookies (values of Set-Cookie) with which a page's answer remembers where its visitor came from, for orders of
 * browsers without scripts: cached pages start no session. Usually none. Runs for cached pages too.
 */
export type LandingCookies = (raw: IncomingMessage) => readonly string[];

const nothing: readonly string[] = [];

/** Returns the landing cookies of a shop's pages; undefined if orders record no source. */
export function landingCookiesOf(settings: Settings, siteUrl: string, clock: Clock): LandingCookies | undefined {
  if (attributionRule(settings) === "no") return undefined;
  const host = new URL(siteUrl).hostname;
  return (raw) => {
    const { headers, url = "/" } = raw;
    if (!mayBeLanding(raw)) return nothing;
    const cookies = fastifyCookie.parse(headers.cookie ?? "") as Record<string, string>;
    if (!mayRecordOrigin({ headers, cookies }, settings)) return nothing;
    const visits = visitsIn((name) => cookies[name] ?? "");
    // The browser's scripts note its visits themselves.
    if (visits.count > 0) return nothing;
    const kept = landingCookies({
      visits,
      url: siteUrl + url,
      referrer: headers.referer ?? "",
      at: clock.now().getTime(),
    });
    return kept.map(([name, value]) => cookieLine(name, value, { host }));
  };
}

/** Returns whether a person may have followed a link that tells where they came from. */
function mayBeLanding({ method, url = "", headers }: IncomingMessage): boolean {
  const { referer, "sec-fetch-site": from, "sec-fetch-dest": dest = "document" } = headers;
  const tellsNothing = from === "same-origin" || (referer === undefined && !url.includes("?"));
  return !tellsNothing && method === "GET" && dest === "document" && !isPrefetch({ headers }) && !isRobot(headers);
}
