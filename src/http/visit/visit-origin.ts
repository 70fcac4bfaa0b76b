import type { FastifyRequest } from "fastify";
import type { Attribution } from "#shop/attribution/attribution.rules.ts";
import { visitsIn } from "#shop/attribution/visit-cookies.rules.ts";
import { attributionIn } from "#shop/attribution/visit-fields.rules.ts";

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
