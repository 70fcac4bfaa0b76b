import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "#config";
import type { OpenDatabase } from "#db/open.ts";
import { ArticleComments } from "#http/cached-reads/article-comments.ts";
import { cachedRead } from "#http/cached-reads/cached-read.ts";
import { CartProducts } from "#http/cached-reads/cart-products.ts";
import { openCatalogueIndex, snapshotIn } from "#http/cached-reads/catalogue-index.ts";
import { cachedContactForms } from "#http/cached-reads/contact-forms.ts";
import { LiveSales } from "#http/cached-reads/live-sales.ts";
import { OwnWishlistsCache } from "#http/cached-reads/own-wishlists.ts";
import { ProductCards } from "#http/cached-reads/product-cards.ts";
import { ProductDetails } from "#http/cached-reads/product-details.ts";
import { RelatedContent } from "#http/cached-reads/related-content.ts";
import { StoreFactsCache } from "#http/cached-reads/store-facts.ts";
import { WishedProducts } from "#http/cached-reads/wished-products.ts";
import { Freshness } from "#http/freshness.ts";
import { openSite } from "#http/guards/allowed-host.ts";
import { CheckoutGuard } from "#http/guards/checkout-guard.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { openOrderCounts } from "#http/guards/order-counts.ts";
import { openEmptySearches } from "#http/observe/empty-searches.ts";
import { openRelatedClicks } from "#http/observe/related-clicks.ts";
import { openStatistics } from "#http/observe/statistics.ts";
import { PageCache } from "#http/page-cache/page-cache.ts";
import { openNewSessions } from "#http/visit/new-sessions.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { withoutValues } from "#platform/loggable-error.ts";
import { openSeals } from "#platform/seals.ts";
import type { SecretKey } from "#platform/secret-keys.ts";
import { openSignatures } from "#platform/signatures.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { WorkQueue } from "#platform/work-queue.ts";
import { withoutSecret } from "#routes";
import { getPriceLevel } from "#shop/catalogue/price-level.ts";
import { listPopularIds } from "#shop/catalogue/products.ts";
import { ArticleIndex } from "#shop/content/search/found-articles.ts";
import { type Assets, readAssets } from "#storefront/rendering/assets.ts";
import type { PageServices } from "#storefront/rendering/public-page.ts";
import { pageParameters } from "#wire/page-parameters/page-parameters.ts";
import { countedPage } from "#wire/page-requests/counted-page.ts";
import { openRenderedCarts } from "#wire/wc-ajax/cart/cart-fragments.tsx";

export interface ServerOptions {
  config: Config;
  database: OpenDatabase;
  keys: readonly SecretKey[];
  /** Older keys, which sign and verify nothing; they open what was encrypted with them. */
  retiredKeys?: readonly SecretKey[];
  clock: Clock;
  log: Logger;
  /** Names the code that makes the catalogue index. Default: the index is not kept on disk. */
  indexVersion?: string;
  /** Whether this process writes the catalogue index to disk. One of those that share a DATA_DIR does. Default: no. */
  savesIndex?: boolean;
  /** Folder of the running build. */
  buildDir: string;
  /** Assets that pages link to; default: those of the build. */
  assets?: Assets;
}

/** Creates the services that routes and hooks share. */
export function openPageServices(app: FastifyInstance, options: ServerOptions, files: ShopFiles): PageServices {
  const { config, database, clock, keys, retiredKeys = [], log, indexVersion, savesIndex = false } = options;
  const { db } = database;
  const site = openSite(config.siteUrl ?? "", config.hsts);
  const freshness = new Freshness();
  const assets = options.assets ?? readAssets(join(options.buildDir, "client"));
  const cache = new PageCache(freshness, {
    maxBytes: config.pageCacheBytes,
    stylesheet: assets.stylesheet,
    now: () => clock.now().getTime(),
    onBackgroundError: (error) => log.error(withoutValues(error), "A page could not be recompressed"),
  });
  const nonces = openNonces(keys, clock);
  const catalogue = openCatalogueIndex(db, {
    ...(indexVersion && { snapshot: snapshotIn(config, indexVersion, savesIndex) }),
    onError: (error) => log.error(withoutValues(error), "The catalogue index could not be updated"),
  });
  const readCatalogue = () => catalogue.readIfBuilt(clock.now());
  const facts = new StoreFactsCache(db, freshness, readCatalogue);
  const cards = new ProductCards(db, freshness);
  return {
    db,
    clock,
    freshness,
    cache,
    site,
    withoutSecret,
    newSessions: openNewSessions(app, db, clock, log),
    nonces,
    guard: new CheckoutGuard(nonces, openOrderCounts(app, db, clock, log)),
    facts,
    cards,
    comments: new ArticleComments(db, freshness),
    related: new RelatedContent(db, freshness),
    articleIndex: cachedRead(freshness, ["articles"], () => ArticleIndex.read(db)),
    liveSales: new LiveSales(db, freshness),
    wished: new WishedProducts(db, freshness, cards),
    ownWishlists: new OwnWishlistsCache(db, freshness),
    details: new ProductDetails(db, freshness, readCatalogue),
    popularIds: cachedRead(
      freshness,
      ["products"],
      async () => (await readCatalogue())?.bestsellers(4) ?? (await listPopularIds(db, 4)),
    ),
    priceLevel: cachedRead(freshness, ["products"], () => getPriceLevel(db)),
    cartProducts: new CartProducts(db, freshness),
    renderedCarts: openRenderedCarts(freshness),
    contactForms: cachedContactForms(db, freshness),
    attachments: files.attachments,
    media: files.media,
    pictureQueue: new WorkQueue(),
    signatures: openSignatures(keys),
    seals: openSeals([...keys, ...retiredKeys]),
    catalogue,
    emptySearches: openEmptySearches(app, db, clock, log),
    relatedClicks: openRelatedClicks(app, db, clock, log),
    statistics: openStatistics(app, { ...options, db, pageOf: countedPage }),
    assets,
    scriptParametersOf: (page, storeFacts, siteUrl, reader) =>
      pageParameters({
        facts: storeFacts,
        t: translator(storeFacts.settings.language),
        siteUrl,
        page,
        reader,
        nonce: (action) => nonces.create(action, reader?.holder),
      }),
  };
}
