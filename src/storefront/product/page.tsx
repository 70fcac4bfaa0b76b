import type { ComponentProps } from "react";
import { routes } from "#routes";
import { variationLabel } from "#shop/catalogue/pricing.rules.ts";
import type { ProductCard, ProductDetail } from "#shop/catalogue/product.ts";
import type { VariationChoice } from "#shop/catalogue/variations/product-choice.ts";
import type { ArticleCard } from "#shop/content/article.ts";
import type { DeliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import type { ChoiceButtons } from "#shop/settings/choice-buttons.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import { Questions, type QuestionsProps } from "../reviews/fragments/questions.tsx";
import type { ReviewsProps } from "../reviews/fragments/reviews.tsx";
import { BoughtTogether } from "./bought-together-section.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { BuyBox } from "./buy-box.tsx";
import { ExposedProduct } from "./exposed-product.tsx";
import { Gallery, type GallerySwitches } from "./fragments/gallery.tsx";
import { ProductTabs } from "./product-tabs.tsx";
import { Reassurance } from "./reassurance.tsx";

export interface ProductPageProps {
  product: ProductDetail;
  /** Origin of absolute URLs, without a trailing slash. */
  siteUrl: string;
  crumbs: readonly Crumb[];
  /** The initial choice; only variable products have one. */
  choice: ProductChoice;
  /** Small text next to the price, for example that shipping is included; "" for none. */
  priceNote: string;
  /** The product's delivery terms. */
  delivery: DeliveryPromise;
  payments: ComponentProps<typeof Reassurance>["payments"];
  reviews: ReviewsProps;
  questions: QuestionsProps;
  /** This product and those that are often bought with it; empty for none. */
  together: readonly ProductCard[];
  gallery: GallerySwitches;
  /** Articles that name it, newest first. */
  articles: readonly Pick<ArticleCard, "id" | "slug" | "title" | "publishedAt">[];
}

/** The initial choice from the request or the product's defaults. */
export interface ProductChoice extends VariationChoice {
  /** With more variations than this they are not embedded for third-party scripts. */
  maxEmbedded: number;
  /** How attributes are shown; others are drop-downs. */
  choiceButtons: readonly ChoiceButtons[];
  quantity: number | null;
  /** Quantities of a grouped product by member id; members without one are missing. */
  memberQuantities: ReadonlyMap<number, number>;
}

/** Returns the breadcrumb from the shop to a product through its deepest category. */
export function crumbsOf(product: ProductDetail, shop: string): Crumb[] {
  const categories = product.categoryTrail.map(({ name, path }) => ({ label: name, href: routes.category(path) }));
  return [{ label: shop, href: routes.shop() }, ...categories, { label: product.name }];
}

function Suggestions({ product }: { product: ProductDetail }) {
  const { t } = useLocale();
  const cards = (product.upsells.length > 0 ? product.upsells : product.related).slice(0, 4);
  // The shop chose the upsells; a single product that only happens to be related is no row.
  if (cards.length < (product.upsells.length > 0 ? 1 : 2)) return null;
  return (
    <section className="section related later">
      <div className="section-head">
        <h2>{product.upsells.length > 0 ? t("product.upsells") : t("product.related")}</h2>
      </div>
      <ProductGrid cards={cards} isRow={cards.length === 4} />
    </section>
  );
}

/** Renders links to the articles that name the product. */
function Articles({ articles }: Pick<ProductPageProps, "articles">) {
  const { t } = useLocale();
  if (articles.length === 0) return null;
  return (
    <section className="section from-journal">
      <h2>{t("content.naming")}</h2>
      <ul role="list">
        {articles.map(({ id, slug, title, publishedAt }) => (
          <li key={id}>
            <a href={routes.article(slug)}>{title}</a> <Day date={publishedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the product page. */
export function ProductPage(props: ProductPageProps) {
  const {
    product,
    siteUrl,
    crumbs,
    choice,
    priceNote,
    delivery,
    payments,
    reviews,
    questions,
    together,
    gallery,
    articles,
  } = props;
  return (
    <>
      <div className="wrap product-page">
        <Breadcrumb crumbs={crumbs} />
        <div
          id={`product-${product.id}`}
          className={`product type-product post-${product.id} product-type-${product.type} ${product.availability.status}`}
        >
          <div className="product-top">
            <Gallery
              name={product.name}
              pictures={product.allPictures}
              chosen={choice.variation?.picture ?? null}
              price={choice.variation ? variationLabel(choice.variation) : product.price}
              hasSale={(product.price?.saving ?? 0) > 0}
              media={product}
              switches={gallery}
            />
            <BuyBox product={product} choice={choice} priceNote={priceNote} />
          </div>
          {product.type !== "external" && !product.isVirtual && !product.isDownloadable && (
            <Reassurance delivery={delivery} payments={payments} />
          )}
          <ProductTabs product={product} variation={choice.variation} reviews={reviews} />
          {product.reviewsAllowed && <Questions {...questions} />}
          <ExposedProduct product={product} siteUrl={siteUrl} />
        </div>
        <BoughtTogether slug={product.slug} cards={together} />
        <Suggestions product={product} />
        <Articles articles={articles} />
        <div className="recently-viewed" data-product={product.id} />
      </div>
      <BuyBar product={product} variation={choice.variation} />
    </>
  );
}
