import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";

/** A listing without products: says so and leads on. */
export function NothingFound({ query }: { query: string | null }) {
  const { t } = useLocale();
  return (
    <EmptyState
      title={query === null ? t("catalogue.emptyTitle") : t("catalogue.emptySearchTitle", { query })}
      className="woocommerce-no-products-found nothing-found"
      actions={<Button href={routes.shop()}>{t("catalogue.emptyAction")}</Button>}
    >
      <p className="muted">{query === null ? t("catalogue.emptyText") : t("catalogue.emptySearchText")}</p>
    </EmptyState>
  );
}
