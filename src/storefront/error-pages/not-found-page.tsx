import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { ProductGrid } from "../product-card/fragments/product-grid.tsx";
import { SearchForm } from "../search/fragments/search-form.tsx";

interface NotFoundPageProps {
  /** Up to four products. */
  popular: readonly ProductCard[];
}

/** Renders the not-found page with links to continue from. */
export function NotFoundPage({ popular }: NotFoundPageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap">
      <div className="empty not-found">
        <p className="big-code num" aria-hidden="true">
          404
        </p>
        <h1>{t("errors.notFound.title")}</h1>
        <p className="muted">{t("errors.notFound.text")}</p>
        <SearchForm />
        <a className="link" href={routes.shop()}>
          {t("errors.notFound.seeProducts")}
        </a>
      </div>
      {popular.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>{t("errors.notFound.popular")}</h2>
          </div>
          <ProductGrid cards={popular} isRow />
        </section>
      )}
    </div>
  );
}
