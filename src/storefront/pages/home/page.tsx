import { routes } from "#routes";
import type { CategoryCard, ProductCard } from "#shop/catalogue/product.ts";
import type { ArticleCard } from "#shop/content/article.ts";
import { ProductGrid } from "#storefront/fragments/product-grid.tsx";
import { useLocale } from "#ui/locale.tsx";
import { CategoryTiles } from "./category-tiles.tsx";
import { CustomerVoice } from "./customer-voice.tsx";
import { DealBand } from "./deal-band.tsx";
import { GrowthBand } from "./growth-band.tsx";
import { Hero } from "./hero.tsx";
import type { HomeContent, ShelfItem } from "./home-content.ts";
import { JournalTeasers } from "./journal-teasers.tsx";
import { OrderSteps } from "./order-steps.tsx";

interface HomePageProps {
  content: HomeContent;
  /** Five, in the order of the hero picture. */
  shelf: readonly ShelfItem[];
  /** Four products. */
  bestSellers: readonly ProductCard[];
  /** Four or eight. */
  categories: readonly CategoryCard[];
  /** Up to three, newest first. */
  articles: readonly ArticleCard[];
}

/** The home page. */
export function HomePage({ content, shelf, bestSellers, categories, articles }: HomePageProps) {
  const { t } = useLocale();
  return (
    <>
      <Hero hero={content.hero} shelf={shelf} />
      {bestSellers.length > 0 && (
        <section className="section">
          <div className="wrap">
            <div className="section-head">
              <h2>{content.bestSellersTitle}</h2>
              <a className="link" href={routes.shop()}>
                {t("home.seeAll")}
              </a>
            </div>
            <ProductGrid cards={bestSellers} isRow />
          </div>
        </section>
      )}
      {categories.length > 0 && <CategoryTiles categories={categories} />}
      {content.growth && <GrowthBand band={content.growth} />}
      {content.deal && <DealBand deal={content.deal} />}
      <OrderSteps {...content.steps} />
      {content.voice && <CustomerVoice voice={content.voice} />}
      {articles.length > 0 && <JournalTeasers articles={articles} />}
    </>
  );
}
