import type { IncomingHttpHeaders } from "node:http";

/** Programs that follow every link. Source: wire notes 1.2. */
const robots = /bot|crawl|slurp|spider|wordpress/i;

/** Returns whether a request comes from a program that says so. */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  return robots.test(headers["user-agent"] ?? "");
}

/** Returns whether the browser says that it is a phone's. */
export function isMobile(headers: IncomingHttpHeaders): boolean {
  return headers["sec-ch-ua-mobile"] === "?1" || /\bMobi/.test(headers["user-agent"] ?? "");
}
