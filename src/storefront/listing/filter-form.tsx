import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { Facet, PriceFacet } from "./listing-facets.ts";

export interface Filtering {
  facets: readonly Facet[];
  price: PriceFacet;
  /** Number of active filters. */
  chosenCount: number;
  /** Address of the form: the first page of this listing. */
  action: string;
  /** Other query parameters, repeated as hidden fields. */
  keep: Readonly<Record<string, string>>;
  /** The listing without filters. */
  clearHref: string;
  total: number;
}

const formId = "listing-filters";

/** Renders the button that opens the filters as a sheet on small screens; works without scripts. */
export function FilterButton({ chosenCount }: Pick<Filtering, "chosenCount">) {
  const { t } = useLocale();
  return (
    <button className="filter-open" type="button" popoverTarget={formId}>
      <Icon name="filter" isSmall />
      {t("catalogue.filter")}
      {chosenCount > 0 && <span className="num">({chosenCount})</span>}
    </button>
  );
}

function Options({ facet }: { facet: Facet }) {
  return facet.options.map(({ name, value, label, count, isChosen }) => (
    <label className="choice" key={`${name} ${value}`}>
      <input
        type={facet.kind === "several" ? "checkbox" : "radio"}
        name={name}
        value={value}
        defaultChecked={isChosen}
      />
      <span>{label}</span>
      <span className="num">{count}</span>
    </label>
  ));
}

function FacetPanel({ facet }: { facet: Facet }) {
  const { t } = useLocale();
  const chosen = facet.options.filter(({ isChosen }) => isChosen).length;
  return (
    <details className={chosen > 0 ? "facet on" : "facet"} name="facet">
      <summary>
        {facet.title}
        {chosen > 0 && <span className="num">({chosen})</span>}
        <Icon name="down" isSmall />
      </summary>
      <div role="group" aria-label={facet.title}>
        {facet.kind === "one" && (
          <label className="choice">
            <input type="radio" name={facet.options[0]?.name} value="" defaultChecked={chosen === 0} />
            <span>{t("catalogue.filter.any")}</span>
          </label>
        )}
        <Options facet={facet} />
      </div>
    </details>
  );
}

function PricePanel({ price }: { price: PriceFacet }) {
  const { t, currency } = useLocale();
  const isChosen = price.min !== "" || price.max !== "";
  const limits = { type: "number", min: 0, step: price.step, inputMode: "decimal", className: "input" } as const;
  return (
    <details className={isChosen ? "facet on" : "facet"} name="facet">
      <summary>
        {t("catalogue.filter.price")}
        <Icon name="down" isSmall />
      </summary>
      <div className="facet-price" role="group" aria-label={t("catalogue.filter.price")}>
        <label>
          <span>{t("catalogue.filter.minPrice", { symbol: currency.symbol })}</span>
          <input {...limits} name="min_price" defaultValue={price.min} placeholder={price.lowest} />
        </label>
        <label>
          <span>{t("catalogue.filter.maxPrice", { symbol: currency.symbol })}</span>
          <input {...limits} name="max_price" defaultValue={price.max} placeholder={price.highest} />
        </label>
      </div>
    </details>
  );
}

/** Renders the filters: a row of choices, or on small screens a sheet that shows the number of results. */
export function FilterForm({ filtering }: { filtering: Filtering }) {
  const { facets, price, action, keep, clearHref, total, chosenCount } = filtering;
  const { t } = useLocale();
  return (
    <form
      className="filters"
      id={formId}
      autoComplete="off"
      popover="auto"
      method="get"
      action={action}
      aria-label={t("catalogue.filter")}
    >
      <div className="filters-head">
        <h2>{t("catalogue.filter")}</h2>
        <button
          className="x"
          type="button"
          popoverTarget={formId}
          popoverTargetAction="hide"
          aria-label={t("catalogue.filter.close")}
        >
          <Icon name="x" />
        </button>
      </div>
      <div className="filters-body">
        {facets.map((facet) => (
          <FacetPanel key={facet.title} facet={facet} />
        ))}
        {price.lowest !== price.highest && <PricePanel price={price} />}
      </div>
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="filters-foot">
        {chosenCount > 0 && (
          <Button href={clearHref} look="line">
            {t("catalogue.filter.clear")}
          </Button>
        )}
        <Button type="submit" className="filters-show" aria-live="polite">
          {t("catalogue.filter.show", { total })}
        </Button>
      </div>
    </form>
  );
}
