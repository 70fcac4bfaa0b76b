import type { Amount } from "#platform/money.ts";
import type { Seals } from "#platform/seals.ts";
import type { Signatures } from "#platform/signatures.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { WorkQueue } from "#platform/work-queue.ts";
import type { CatalogueIndex } from "#shop/catalogue/index/catalogue-index.ts";
import type { ArticleIndex } from "#shop/content/search/found-articles.ts";
import type { Cache } from "./cache.ts";
import type { ArticleComments } from "./cached-reads/article-comments.ts";
import type { ContactForms } from "./cached-reads/contact-forms.ts";
import type { LiveSales } from "./cached-reads/live-sales.ts";
import type { ProductCards } from "./cached-reads/product-cards.ts";
import type { ProductDetails } from "./cached-reads/product-details.ts";
import type { RelatedContent } from "./cached-reads/related-content.ts";
import type { StoreFactsCache } from "./cached-reads/store-facts.ts";
import type { WishedProducts } from "./cached-reads/wished-products.ts";
import type { Freshness } from "./freshness.ts";
import type { CheckoutGuard } from "./guards/checkout-guard.ts";
import type { EmptySearches } from "./observe/empty-searches.ts";
import type { RelatedClicks } from "./observe/related-clicks.ts";
import type { Statistics } from "./observe/statistics.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import type { VisitServices } from "./visit/visit.ts";

/** Services of the entrances, created once for the server. State of a single request is in its `Visit`. */
export interface ShopServices extends VisitServices {
  cache: PageCache;
  facts: StoreFactsCache;
  cards: ProductCards;
  details: ProductDetails;
  comments: ArticleComments;
  related: RelatedContent;
  /** Returns the index that articles and pages are searched in. */
  articleIndex: () => Promise<ArticleIndex>;
  liveSales: LiveSales;
  wished: WishedProducts;
  /** Whether cached values are current. */
  freshness: Freshness;
  /** See `openRenderedCarts`. */
  renderedCarts: Cache<string, string>;
  /** The ids of the best-selling products, for pages that have no products of their own. */
  popularIds: () => Promise<number[]>;
  /** A price that nine of ten products do not exceed, in minor units; 0 without products. */
  priceLevel: () => Promise<Amount>;
  catalogue: CatalogueIndex;
  emptySearches: EmptySearches;
  relatedClicks: RelatedClicks;
  statistics: Statistics;
  guard: CheckoutGuard;
  contactForms: ContactForms;
  /** Files that came with messages, and uploads that are not pictures yet. */
  attachments: FileStorage;
  /** Pictures and their renditions. */
  media: FileStorage;
  /** Decoding takes a whole core and much memory, so this process does it for one picture at a time. */
  pictureQueue: WorkQueue;
  signatures: Signatures;
  seals: Seals;
}
