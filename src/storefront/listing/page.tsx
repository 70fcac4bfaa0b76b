import type { ReactNode } from "react";
import { searchFieldId } from "#routes";
import type { Picture as PictureOf } from "#shop/catalogue/pictures/picture.ts";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import { SearchForm } from "../search/fragments/search-form.tsx";
import { SearchTypes } from "./article-results.tsx";
import { type CategoryLink, CategoryStrip } from "./category-strip.tsx";
import { ChosenFilters } from "./chosen-filters.tsx";
import type { Filtering } from "./filter-form.tsx";
import { FoundPages } from "./found-pages.tsx";
import { GuideTile } from "./guide-tile.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { ResultBar, ResultCount } from "./result-bar.tsx";
import { type SearchAnswer, SearchNotice } from "./search-notice.tsx";
import type { Sorting } from "./sort-form.tsx";

export interface ListingPageProps {
  /** "All products", or the name of a category or tag; null on a search. */
  title: string | null;
  /** The category's description as sanitised HTML, or "". */
  description: string;
  /** The search text, "" before anything was searched for; null when this is not a search. */
  query: string | null;
  crumbs: readonly Crumb[];
  /** Links above the products: all, sibling or child categories, with their counts. */
  categories: readonly CategoryLink[];
  sorting: Sorting;
  filtering: Filtering;
  /** The active filters, each with the listing without it. */
  chosen: readonly { label: string; href: string }[];
  cards: readonly ProductCard[];
  /** Products offered when a search finds nothing. */
  instead: readonly ProductCard[];
  /** How the search was answered; null when this is not a search. */
  search: SearchAnswer | null;
  /** Position of the shown results, counted from 1, and their total number. */
  range: { first: number; last: number; total: number };
  pages: { current: number; total: number; href: (page: number) => string };
  /** The article tile among the products. */
  guide: Guide | null;
}

/** Content and address of the article tile. */
export interface Guide {
  title: string;
  text: string;
  linkText: string;
  href: string;
  picture: PictureOf;
}

/** Cards on a phone's first screen. A desktop shows two more, which its faster connection can load slightly later. */
const firstScreen = 2;
/** The tile follows a full row at every width. */
const guideAfter = 4;

/** Renders the heading. A search has its field here, the only one without scripts. */
function Head({ title, description, query }: Pick<ListingPageProps, "title" | "description" | "query">): ReactNode {
  const { t } = useLocale();
  return (
    <header className="woocommerce-products-header list-head">
      <h1 className="woocommerce-products-header__title page-title">
        {query ? t("catalogue.searchTitle", { query }) : (title ?? t("catalogue.title"))}
      </h1>
      {query !== null && <SearchForm text={query} fieldId={searchFieldId} />}
      {description && <div className="term-description" dangerouslySetInnerHTML={{ __html: description }} />}
    </header>
  );
}

/** Renders the products offered when a search finds nothing. */
function Instead({ cards }: { cards: readonly ProductCard[] }) {
  const { t } = useLocale();
  if (cards.length === 0) return null;
  return (
    <section className="section">
      <div className="section-head">
        <h2>{t("catalogue.instead")}</h2>
      </div>
      <ProductGrid cards={cards} isRow={cards.length === 4} />
    </section>
  );
}

/** Renders the shop, a category, a tag or search results. */
export function ListingPage(props: ListingPageProps) {
  const { title, description, query, crumbs, categories, sorting, filtering, chosen, cards, range, pages, guide } =
    props;
  const { search } = props;
  const { t } = useLocale();
  const showsGuide = guide !== null && pages.current === 1 && cards.length >= guideAfter;
  const showsPages = search !== null && search.articles.length > 0 && chosen.length === 0;
  const pagesFound = showsPages ? <FoundPages articles={search.articles} /> : null;
  return (
    <shop-listing className="wrap listing-page">
      <Breadcrumb crumbs={crumbs} />
      <Head title={title} description={description} query={query} />
      {categories.length > 0 && <CategoryStrip categories={categories} />}
      {search && (cards.length > 0 || !search.isCorrected) && <SearchNotice {...search} />}
      {(cards.length > 0 || chosen.length > 0) && <ResultBar sorting={sorting} filtering={filtering} />}
      {search && chosen.length === 0 && <SearchTypes text={search.text} counts={search.counts} current="product" />}
      {search?.areArticlesFirst && pagesFound}
      <ChosenFilters chosen={chosen} clearHref={filtering.clearHref} />
      {cards.length === 0 ? (
        <>
          {!search?.areArticlesFirst && pagesFound}
          <NothingFound
            query={query || null}
            hasPages={pagesFound !== null}
            clearHref={chosen.length > 0 ? filtering.clearHref : null}
          />
          <Instead cards={props.instead} />
        </>
      ) : (
        <>
          <ResultCount sorting={sorting} range={range} isFiltered={chosen.length > 0} />
          <h2 className="vh">{t("catalogue.products")}</h2>
          <ProductGrid
            cards={cards}
            eager={firstScreen}
            {...(showsGuide && { tile: { after: guideAfter, content: <GuideTile guide={guide} /> } })}
          />
          <Pagination {...pages} />
          {!search?.areArticlesFirst && pagesFound}
        </>
      )}
    </shop-listing>
  );
}
