// Answers /?wc-ajax=pisol_live_orders and the same action of the general door with recent sales, as a list of
// { title, desc, short_desc, image, link }; desc is HTML. The answer is the same for everybody and comes from the page cache, whatever
// the cookies and fields; so a nonce is not checked. Source: wire notes 13, storefront specification 3.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { fileSecurityHeaders } from "#http/guards/security-headers.ts";
import { isPublicCall } from "#http/page-cache/cache-bypass.ts";
import { sendPublicPage } from "#http/page-cache/page-response.ts";
import type { ShopServices } from "#http/shop-services.ts";
import type { MessageKey, Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { countryName } from "#shop/delivery/country-name.rules.ts";
import { stateName } from "#shop/delivery/states.rules.ts";
import type { LiveSale, SalePlace } from "#shop/live-sales/live-sales.ts";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import { mediaSrc } from "#ui/media-src.ts";
import type { Call, CallAnswer } from "./entrance.ts";

type Services = Pick<ShopServices, "clock" | "cards" | "facts" | "liveSales">;

/** The width (CSS pixels) of a pop-up's picture; the file has twice as many. */
const pictureWidth = 80;

const hourMs = 3_600_000;

/** Returns a `preHandler` hook for the whole app; other requests pass through. */
export function liveOrdersHook(services: Services & Pick<ShopServices, "cache">) {
  return async ({ raw, visit }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isPublicCall(raw)) return undefined;
    const { siteUrl, hsts, cachesPages } = visit;
    return sendPublicPage(services.cache, visit.request, reply, {
      siteUrl,
      // Keeps it apart from the home page, which has the same path.
      parameters: ["wc-ajax"],
      isCacheable: cachesPages,
      render: async () => {
        const { items, tags, until } = await listItems(services, siteUrl);
        return {
          body: JSON.stringify(items),
          contentType: "application/json; charset=UTF-8",
          headers: [...fileSecurityHeaders(hsts), "x-robots-tag", "noindex"],
          tags,
          until,
        };
      },
    });
  };
}

/** Answers the call at the general door. */
export async function answerLiveOrders(call: Call): Promise<CallAnswer> {
  return { json: (await listItems(call, call.visit.siteUrl)).items };
}

async function listItems({ clock, cards, facts, liveSales }: Services, siteUrl: string) {
  const now = clock.now();
  const store = await facts.get();
  const isOpen = closedPartOf(store.settings) === "nothing";
  const { sales, until } = isOpen ? await liveSales.list(store.settings, now) : { sales: [], until: now.getTime() };
  const ids = [...new Set(sales.map(({ productId }) => productId))];
  const shown = await cards.list(ids, store, now);
  const byId = new Map(shown.cards.map((card) => [card.id, card]));
  const items = sales.flatMap((sale) => {
    const card = byId.get(sale.productId);
    return card ? [itemOf(sale, card, store, { siteUrl, now })] : [];
  });
  const tags = ["settings" as const, ...ids.map((id) => `product:${id}` as const)];
  return { items: shuffled(items), tags, until };
}

interface Moment {
  siteUrl: string;
  now: Date;
}

function itemOf(sale: LiveSale, card: ProductCard, { settings }: StoreFacts, { siteUrl, now }: Moment) {
  const t = translator(settings.language);
  const link = siteUrl + routes.product(card.slug);
  const target = settings.live_sales_new_tab === "yes" ? ' target="_blank" rel="noopener"' : "";
  const place = sale.place && placeName(sale.place, settings.language);
  const values = {
    who: span("first_name", sale.firstName ?? t("liveSales.someone")),
    product: `<a class="pi-product_link" href="${escapeHtml(link)}"${target}>${escapeHtml(card.name)}</a>`,
    when: span("time", timeAgo(now.getTime() - sale.soldAt.getTime(), t)),
    ...(place && { where: span(place.kind, place.name) }),
  };
  return {
    title: t(place ? "liveSales.buyerFrom" : "liveSales.buyer", values),
    desc: t(place ? "liveSales.sentenceFrom" : "liveSales.sentence", values),
    short_desc: t("liveSales.bought", values),
    image: imageOf(card, siteUrl),
    link,
  };
}

/** A value of the sentence. Source: wire notes 13. */
function span(part: string, text: string): string {
  return `<span class="pi-${part}">${escapeHtml(text)}</span>`;
}

function placeName({ country, state, city }: SalePlace, language: string): { kind: string; name: string } {
  if (city !== "") return { kind: "city", name: city };
  if (state !== "") return { kind: "state", name: stateName(country, state) };
  return { kind: "country", name: countryName(country, language) };
}

/** Rough, so that nobody finds out who it was by the time. */
function timeAgo(ms: number, t: Translate): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return t("liveSales.hour");
  const [key, count]: [MessageKey, number] =
    hours < 24 ? ["liveSales.hours", hours] : ["liveSales.days", Math.floor(hours / 24)];
  return t(key, { count });
}

/** Scripts hide the picture without an address. */
function imageOf({ pictures: [picture] }: ProductCard, siteUrl: string): string {
  if (!picture) return "";
  const jpegs = picture.renditions.filter(({ format }) => format === "jpeg").toSorted((a, b) => a.width - b.width);
  return siteUrl + mediaSrc(jpegs.find(({ width }) => width >= 2 * pictureWidth) ?? picture);
}

/** So that the order does not tell which products were bought together. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
