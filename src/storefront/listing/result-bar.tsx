import { useLocale } from "#ui/locale.tsx";
import { FilterButton, FilterForm, type Filtering } from "./filter-form.tsx";
import { SortForm, type Sorting } from "./sort-form.tsx";

interface ResultBarProps {
  sorting: Sorting;
  filtering: Filtering;
}

/** Renders the filter and sort controls. */
export function ResultBar({ sorting, filtering }: ResultBarProps) {
  const hasFilters = filtering.facets.length > 0 || filtering.chosenCount > 0;
  return (
    <div className="bar">
      {hasFilters && <FilterButton chosenCount={filtering.chosenCount} />}
      {hasFilters && <FilterForm filtering={filtering} />}
      {filtering.total > 1 && <SortForm sorting={sorting} />}
    </div>
  );
}

interface ResultCountProps {
  sorting: Sorting;
  /** Position of the shown results, counted from 1, and their total number. */
  range: { first: number; last: number; total: number };
  /** Whether filters are chosen. */
  isFiltered: boolean;
}

/** Renders the number of results, and their order for screen readers. Scripts announce it after a change of order or filters. */
export function ResultCount({ sorting, range, isFiltered }: ResultCountProps) {
  const { t } = useLocale();
  const isSorted = sorting.current !== sorting.orders[0];
  const isWhole = range.first === 1 && range.last === range.total;
  return (
    <p
      className="woocommerce-result-count count"
      role="alert"
      aria-relevant="all"
      data-is-sorted-by={isSorted ? "true" : undefined}
      data-changed={isSorted || isFiltered ? "" : undefined}
    >
      {isWhole
        ? t("catalogue.countAll", { total: range.total })
        : t("catalogue.countRange", { ...range, shown: range.last - range.first + 1 })}
      {isSorted && (
        <span className="vh">
          {" "}
          {t("catalogue.sortedBy", { order: t(`catalogue.sort.${sorting.current}`).toLowerCase() })}
        </span>
      )}
    </p>
  );
}
