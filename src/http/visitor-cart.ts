import type { FastifyReply, FastifyRequest } from "fastify";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { cartOfNobody } from "#shop/cart/carts.ts";
import { openCart } from "#shop/cart/open-cart.ts";
import type { StoreFactsKeeper } from "./store-facts.ts";
import type { Visitors, VisitorsOptions } from "./visitor.ts";
import { setCartCookies, setNoticeCookie } from "./visitor-cookies.ts";

interface CartRequest extends VisitorsOptions {
  visitors: Visitors;
  facts: Pick<StoreFactsKeeper, "get">;
  request: FastifyRequest;
  reply: FastifyReply;
  /** How the buyer hears of what fell out; default: by a notice on the next page. */
  tells?: "by notice" | "in the answer";
}

/**
 * The visitor's cart as it is now, with the cookies that tell his browser so; empty for one without a session. What is no
 * longer sold leaves it.
 */
export async function visitorCart({
  db,
  clock,
  site,
  visitors,
  facts,
  request,
  reply,
  tells = "by notice",
}: CartRequest): Promise<CurrentCart> {
  const [session, { settings }] = await Promise.all([visitors.find(request, reply), facts.get()]);
  const cart = session ? await openCart(db, session.id, settings, { now: clock.now(), tells }) : cartOfNobody(settings);
  const isHttps = site.isHttps(request);
  setCartCookies(request, reply, cart, isHttps);
  if (cart.dropped.length > 0 && tells === "by notice") setNoticeCookie(request, reply, true, isHttps);
  return cart;
}
