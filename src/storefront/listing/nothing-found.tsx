import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";

interface NothingFoundProps {
  /** The search text; null when this is not a search. */
  query: string | null;
  /** Whether pages or articles were found instead of products. */
  hasPages: boolean;
  /** The same listing without filters; null when none is active. */
  clearHref: string | null;
}

/** Renders a listing without products and offers links to continue from. */
export function NothingFound({ query, hasPages, clearHref }: NothingFoundProps) {
  const { t } = useLocale();
  const words =
    clearHref !== null
      ? { title: t("catalogue.emptyFilterTitle"), text: t("catalogue.emptyFilterText") }
      : query === null
        ? { title: t("catalogue.emptyTitle"), text: t("catalogue.emptyText") }
        : {
            title: t(hasPages ? "catalogue.noProductsTitle" : "catalogue.emptySearchTitle", { query }),
            text: t("catalogue.emptySearchText"),
          };
  return (
    <EmptyState
      title={words.title}
      className="woocommerce-no-products-found nothing-found"
      actions={
        <>
          {clearHref !== null && <Button href={clearHref}>{t("catalogue.filter.clearAll")}</Button>}
          <Button href={routes.shop()} look={clearHref === null ? "main" : "line"}>
            {t("catalogue.emptyAction")}
          </Button>
        </>
      }
    >
      <p className="muted">{words.text}</p>
    </EmptyState>
  );
}
