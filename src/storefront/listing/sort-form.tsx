import type { SortOrder } from "#shop/catalogue/index/sort-orders.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

/** The sort orders of a listing and the parameters that its form keeps. */
export interface Sorting {
  current: SortOrder;
  /** In the order of the drop-down; the first is the default. */
  orders: readonly SortOrder[];
  /** Address of the form: the first page of this listing. */
  action: string;
  /** Other query parameters, repeated as hidden fields. */
  keep: Readonly<Record<string, string>>;
}

/** Renders the sort control: a script submits it on change; without scripts there is a button. */
export function SortForm({ sorting }: { sorting: Sorting }) {
  const { t } = useLocale();
  return (
    <form className="woocommerce-ordering sort-form" autoComplete="off" method="get" action={sorting.action}>
      <label className="sort" htmlFor="orderby">
        {t("catalogue.sortBy")}
      </label>
      <select className="orderby select" id="orderby" name="orderby" defaultValue={sorting.current}>
        {sorting.orders.map((order) => (
          <option key={order} value={order}>
            {t(`catalogue.sort.${order}`)}
          </option>
        ))}
      </select>
      <input type="hidden" name="paged" value="1" />
      {Object.entries(sorting.keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <noscript>
        <Button type="submit" look="line" isSmall>
          {t("catalogue.sortApply")}
        </Button>
      </noscript>
    </form>
  );
}
