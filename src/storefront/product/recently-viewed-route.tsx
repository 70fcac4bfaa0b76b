import type { FastifyInstance } from "fastify";
import { renderToStaticMarkup } from "react-dom/server";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { translator } from "#messages/translate.ts";
import { patterns } from "#routes";
import { LocaleContext } from "#ui/locale.tsx";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import type { PageServices } from "../rendering/public-page.ts";

const most = 4;

/** Registers GET /chowk/recently-viewed?product=: the products in the cookie of viewed products, the last one first. */
export function recentlyViewedRoute(app: FastifyInstance, { cards, clock }: PageServices): void {
  app.get<{ Querystring: { product?: unknown } }>(patterns.recentlyViewed, async ({ visit, query }, reply) => {
    const facts = await visit.facts();
    const isClosed = (await closedPartTo(visit)) !== "nothing";
    const ids = (visit.cookies.get("woocommerce_recently_viewed") ?? "")
      .split("|")
      .filter((id) => /^[1-9]\d{0,14}$/.test(id) && id !== query.product)
      .slice(-15)
      .map(Number)
      .reverse();
    const shown = isClosed ? [] : (await cards.list(ids, facts, clock.now())).cards.slice(0, most);
    const t = translator(facts.settings.language);
    const html = renderToStaticMarkup(
      <LocaleContext value={localeOf(facts.settings.language, facts.currency)}>
        {shown.length > 0 && (
          <section className="section related">
            <div className="section-head">
              <h2>{t("product.recentlyViewed")}</h2>
            </div>
            <ProductGrid cards={shown} isRow={shown.length === most} />
          </section>
        )}
      </LocaleContext>,
    );
    return reply
      .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
      .type("text/html; charset=utf-8")
      .send(html);
  });
}
