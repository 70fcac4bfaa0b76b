// Answers ?token= on any page: the link of the hosted membership service that the setting subscribe_host names. Its token becomes
// the cookie that the subscribe dialog passes on. Source: wire notes 15.2.
import type { FastifyReply, FastifyRequest } from "fastify";

/** A JSON web token. Tokens of the shop's own mails have no dots. */
const webToken = /^[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{0,1000}$/;

/** A `preHandler` hook for the whole app that stores the token and redirects to the same page without it. */
export async function premiumTokenHook(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { query, method, url, visit } = request;
  const { token } = query as { token?: unknown };
  if (method !== "GET" || typeof token !== "string" || !webToken.test(token) || !visit.isViewed) return undefined;
  const { settings } = await visit.facts();
  if (settings.subscribe_host === "") return undefined;
  visit.cookies.setPremiumToken(token);
  const rest = new URLSearchParams(url.slice(visit.path.length));
  rest.delete("token");
  // A path that starts with two slashes would be read as another host.
  const path = visit.path.replace(/^\/+/, "/");
  return reply.header("cache-control", "no-store").redirect(rest.size > 0 ? `${path}?${rest}` : path, 302);
}
