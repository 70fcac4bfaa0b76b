import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieOptions } from "./visitor-cookies.ts";

const cookieName = "chowk_link";

/** How long (s) the browser keeps it; the shop decides how long it is good for. */
const lifetime = 24 * 60 * 60;

/**
 * Answers a mail's link: the token goes from the address into a cookie of that one page, HttpOnly, and the browser goes on
 * to `target`. So it stands in no page, history, referrer or address that other people's scripts could read.
 */
export function keepMailToken(reply: FastifyReply, token: string, target: string, https: boolean): FastifyReply {
  const options = { ...cookieOptions(https, false), path: pathOf(target), maxAge: lifetime };
  return reply
    .setCookie(cookieName, token.slice(0, 100), options)
    .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .redirect(target, 303);
}

/** The token of the link that led here; "" for none. */
export function mailTokenOf(request: FastifyRequest): string {
  return request.cookies[cookieName] ?? "";
}

/** Forgets the token once it is used up. `page` is where its link led. */
export function dropMailToken(reply: FastifyReply, page: string, https: boolean): void {
  reply.clearCookie(cookieName, { ...cookieOptions(https, false), path: pathOf(page) });
}

function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "/";
}
