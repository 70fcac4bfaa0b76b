import { useLocale } from "#ui/locale.tsx";
import { SortForm, type Sorting } from "./sort-form.tsx";

interface ResultBarProps {
  sorting: Sorting;
  range: { first: number; last: number; total: number };
}

/** How many results there are, and their order. */
export function ResultBar({ sorting, range }: ResultBarProps) {
  const { t } = useLocale();
  const isSorted = sorting.current !== sorting.orders[0];
  const isWhole = range.first === 1 && range.last === range.total;
  return (
    <div className="bar">
      <p
        className="woocommerce-result-count count"
        role="alert"
        aria-relevant="all"
        data-is-sorted-by={isSorted ? "true" : undefined}
      >
        {isWhole ? t("catalogue.countAll", { total: range.total }) : t("catalogue.countRange", range)}
        {isSorted && (
          <span className="vh">
            {" "}
            {t("catalogue.sortedBy", { order: t(`catalogue.sort.${sorting.current}`).toLowerCase() })}
          </span>
        )}
      </p>
      {range.total > 1 && <SortForm sorting={sorting} />}
    </div>
  );
}
