import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import type { ArticleCard } from "#shop/content/article.ts";
import { useLocale } from "#ui/locale.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import { BackdropSection } from "./backdrop-section.tsx";
import { Carousel } from "./carousel.tsx";
import { type CategoryTile, CategoryTiles } from "./category-tiles.tsx";
import { CustomerVoice } from "./customer-voice.tsx";
import { DealBand } from "./deal-band.tsx";
import { GrowthBand } from "./growth-band.tsx";
import { Hero } from "./hero.tsx";
import type { HomeContent, ShelfItem } from "./home-content.ts";
import { JournalTeasers } from "./journal-teasers.tsx";
import { OrderSteps } from "./order-steps.tsx";

interface HomePageProps {
  /** null when the shopkeeper has not written any; the shop's name is shown instead. */
  content: HomeContent | null;
  shopName: string;
  tagline: string;
  /** Five products, in the order of the hero picture. */
  shelf: readonly ShelfItem[];
  /** Four products. */
  bestSellers: readonly ProductCard[];
  /** Four or eight. */
  categories: readonly CategoryTile[];
  /** Up to three, newest first. */
  articles: readonly ArticleCard[];
}

/** Renders the heading of a home page without content of its own. */
function PlainHead({ shopName, tagline }: Pick<HomePageProps, "shopName" | "tagline">) {
  return (
    <div className="wrap">
      <header className="list-head">
        <h1>{shopName}</h1>
        {tagline && <p className="lead">{tagline}</p>}
      </header>
    </div>
  );
}

function BestSellers({ content, bestSellers }: Pick<HomePageProps, "content" | "bestSellers">) {
  const { t } = useLocale();
  if (bestSellers.length === 0) return null;
  return (
    <section className="section later">
      <div className="wrap">
        <div className="section-head">
          <h2>{content?.bestSellersTitle ?? t("home.products")}</h2>
          <a className="link" href={routes.shop()}>
            {t("home.seeAll")}
          </a>
        </div>
        <ProductGrid cards={bestSellers} isRow />
      </div>
    </section>
  );
}

/** Renders the home page. */
export function HomePage(props: HomePageProps) {
  const { content, shelf, categories, articles } = props;
  return (
    <>
      {content ? <Hero hero={content.hero} shelf={shelf} /> : <PlainHead {...props} />}
      <BestSellers {...props} />
      {categories.length > 0 && <CategoryTiles categories={categories} />}
      {content?.growth && <GrowthBand band={content.growth} />}
      {content?.deal && <DealBand deal={content.deal} />}
      {content?.carousel && <Carousel {...content.carousel} />}
      {content && <OrderSteps {...content.steps} />}
      {content?.backdrop && <BackdropSection backdrop={content.backdrop} />}
      {content?.voice && <CustomerVoice voice={content.voice} />}
      {articles.length > 0 && <JournalTeasers articles={articles} />}
    </>
  );
}
