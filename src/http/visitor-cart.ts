import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#shop/accounts/sessions/sessions.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { cartOfNobody } from "#shop/cart/carts.ts";
import { recheckCart } from "#shop/cart/lines/recheck-cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import { openCart } from "#shop/cart/open-cart.ts";
import type { CartProducts } from "./cart-products.ts";
import { cookieLife } from "./session-life.ts";
import type { StoreFactsKeeper } from "./store-facts.ts";
import type { Visitors, VisitorsOptions } from "./visitor.ts";
import { setCartCookies, setNoticeCookie } from "./visitor-cookies.ts";

interface CartRequest extends VisitorsOptions {
  visitors: Visitors;
  facts: Pick<StoreFactsKeeper, "get">;
  cartProducts: CartProducts;
  request: FastifyRequest;
  reply: FastifyReply;
  /** How the buyer hears of what fell out; default: by a notice on the next page. */
  tells?: "by notice" | "in the answer";
  /** The lines as a change has just left them; default: they are read. */
  lines?: readonly StoredLine[];
}

/**
 * The visitor's cart, first held to what may be ordered now. A notice for each thing that has changed stands on the page that
 * is being made, or waits for the next one.
 */
export async function recheckedCart(given: CartRequest, shows: "now" | "on the next page"): Promise<CurrentCart> {
  const { db, clock, site, visitors, facts, request, reply } = given;
  const session = await visitors.find(request, reply);
  const told = session ? await recheckCart(db, session.id, (await facts.get()).settings, clock.now()) : 0;
  if (told > 0 && shows === "on the next page") setNoticeCookie(request, reply, true, site.isHttps(request));
  return visitorCart(given);
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
  cartProducts,
  request,
  reply,
  tells = "by notice",
  lines,
}: CartRequest): Promise<CurrentCart> {
  const [session, { settings, zones }] = await Promise.all([visitors.find(request, reply), facts.get()]);
  const now = clock.now();
  const open = ({ id }: Session) => {
    const listLines = (_: unknown, sessionId: number) => cartProducts.listLines(sessionId, lines);
    const read = () => openCart(db, id, settings, { now, tells, listLines, zones });
    return lines ? cartProducts.pricedOnce(id, lines, { settings, zones, now }, read) : read();
  };
  const cart = session ? await open(session) : cartOfNobody(settings);
  const isHttps = site.isHttps(request);
  setCartCookies(reply, cart, isHttps, session ? cookieLife(session) : {});
  if (cart.dropped.length + cart.refusedCoupons.length > 0 && tells === "by notice")
    setNoticeCookie(request, reply, true, isHttps);
  return cart;
}
