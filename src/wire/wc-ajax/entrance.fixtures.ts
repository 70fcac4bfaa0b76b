import { createHash } from "node:crypto";
import cookies from "@fastify/cookie";
import forms from "@fastify/formbody";
import fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import type { Database } from "#db/database.ts";
import { CartProducts } from "#http/cached-reads/cart-products.ts";
import { cachedContactForms } from "#http/cached-reads/contact-forms.ts";
import { LiveSales } from "#http/cached-reads/live-sales.ts";
import { OwnWishlistsCache } from "#http/cached-reads/own-wishlists.ts";
import { ProductCards } from "#http/cached-reads/product-cards.ts";
import { ProductDetails } from "#http/cached-reads/product-details.ts";
import { StoreFactsCache } from "#http/cached-reads/store-facts.ts";
import { WishedProducts } from "#http/cached-reads/wished-products.ts";
import { Freshness } from "#http/freshness.ts";
import { openSite } from "#http/guards/allowed-host.ts";
import { CheckoutGuard } from "#http/guards/checkout-guard.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { OrderCounts } from "#http/guards/order-counts.ts";
import { Statistics } from "#http/observe/statistics.ts";
import { NewSessions } from "#http/visit/new-sessions.ts";
import { openVisits, type VisitServices } from "#http/visit/visit.ts";
import { openSeals } from "#platform/seals.ts";
import { openSignatures } from "#platform/signatures.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { withoutSecret } from "#routes";
import { type Notice, takeNotices } from "#shop/accounts/sessions/sessions.ts";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { findSavedCheckout } from "#shop/orders/checkout/saved-checkouts.ts";
import { siteDoor } from "../admin-ajax/door.ts";
import { placeOrderHook } from "../page-requests/checkout/place-order.ts";
import { countedPage } from "../page-requests/counted-page.ts";
import { pageRequestsHook } from "../page-requests/page-requests.ts";
import { openRenderedCarts } from "./cart/cart-fragments.tsx";
import { shopDoor } from "./door.ts";
import type { Entrance } from "./entrance.ts";

export const origin = "https://shop.example";

export interface SmallShop {
  app: FastifyInstance;
  entrance: Entrance & VisitServices;
  /** Invalidates the cached store facts. */
  freshness: Freshness;
  /** Invalidates the cached product data of carts. */
  cartFreshness: Freshness;
}

/** Opens a minimal shop: the wire endpoints, and pages that answer with notices and the refused form as JSON. */
export async function openSmallShop(db: Database): Promise<SmallShop> {
  const clock = { now: () => noon };
  const site = openSite(origin);
  const nonces = openNonces([{ value: "a secret of thirty-two characters" }], clock);
  const [freshness, cartFreshness] = [new Freshness(), new Freshness()];
  const facts = new StoreFactsCache(db, freshness);
  const cartProducts = new CartProducts(db, cartFreshness);
  // Tests write products without change notifications.
  cartFreshness.markUnreadable(0);
  const details = new ProductDetails(db, freshness);
  const cards = new ProductCards(db, freshness);
  const wished = new WishedProducts(db, freshness, cards);
  const ownWishlists = new OwnWishlistsCache(db, freshness);
  const renderedCarts = openRenderedCarts(freshness);
  const guard = new CheckoutGuard(nonces, new OrderCounts());
  const messaging = {
    contactForms: cachedContactForms(db, freshness),
    attachments: openLocalFolder("/nowhere"),
    signatures: openSignatures([{ value: "a secret of thirty-two characters" }]),
    seals: openSeals([{ value: "a secret of thirty-two characters" }]),
  };
  const entrance = {
    db,
    clock,
    site,
    withoutSecret,
    newSessions: new NewSessions(),
    nonces,
    facts,
    details,
    cards,
    liveSales: new LiveSales(db, freshness),
    cartProducts,
    renderedCarts,
    guard,
    priceLevel: async () => 0,
    wished,
    statistics: new Statistics(db, countedPage),
    ownWishlists,
    ...messaging,
  };
  const app = fastify();
  openVisits(app, entrance);
  await app.register(cookies);
  await app.register(forms);
  app.addHook("preHandler", shopDoor(entrance));
  app.addHook("preHandler", placeOrderHook(entrance));
  app.addHook("preHandler", pageRequestsHook(entrance));
  siteDoor(app, {
    ...entrance,
    actions: { nothing: { changes: false, answer: async () => null } },
  });
  for (const url of ["/", "/product/tea/", "/cart/", "/checkout/"])
    app.route({
      method: url === "/checkout/" ? ["GET", "POST"] : ["GET"],
      url,
      handler: async ({ visit }) => {
        const session = await visit.session.find();
        if (!session) return { notices: [] };
        return { notices: await takeNotices(db, session.id), refused: await findSavedCheckout(db, session.id, null) };
      },
    });
  return { app, entrance, freshness, cartFreshness };
}

/** Returns the key of a simple product's line. */
export function keyOf(productId: number): string {
  return createHash("md5").update(String(productId)).digest("hex");
}

export type FormValues = Readonly<Record<string, string | number | string[]>>;

/** Test browser that keeps cookies and submits forms like jQuery. */
export class SmallBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send({ method: "GET", url, headers });
  }

  /** Follows a link of one of the shop's own pages. */
  follow(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const link = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    return this.get(url, { ...link, ...headers });
  }

  /** A list is sent as repeated fields. */
  post(url: string, form: FormValues, headers: Record<string, string> = {}) {
    const pairs = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
    const payload = new URLSearchParams(pairs).toString();
    const type = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
    return this.#send({ method: "POST", url, payload, headers: { ...type, ...headers } });
  }

  /** Takes the waiting notices by loading a page. */
  async notices(url = "/"): Promise<Notice[]> {
    return (await this.get(url)).json<{ notices: Notice[] }>().notices;
  }

  /** Returns the number of pieces that the header shows. */
  async pieces(): Promise<number> {
    const answer = await this.get("/?wc-ajax=get_refreshed_fragments");
    const { fragments } = answer.json<{ fragments: Record<string, string> }>();
    return Number(/ast-count-text">(\d+)</.exec(fragments["a.cart-container"] ?? "")?.[1]);
  }

  async #send(request: { method: "GET" | "POST"; url: string; headers: Record<string, string>; payload?: string }) {
    const answer = await this.#app.inject({ ...request, cookies: Object.fromEntries(this.cookies) });
    for (const cookie of answer.cookies) {
      const isExpired = (cookie.maxAge ?? 1) <= 0 || (cookie.expires && cookie.expires.getTime() <= 0);
      if (isExpired) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    return answer;
  }
}
