import { useLocale } from "#ui/locale.tsx";
import { useRows } from "./rows-html.tsx";
import type { WishlistView } from "./wishlist-view.ts";

interface ProductsProps {
  view: WishlistView;
}

/** Returns the classes and attributes of the element that scripts take for the list, whatever its layout. */
function useListAttributes(view: WishlistView, classes: string) {
  const { t } = useLocale();
  const { list, hasInteractions, isPaginated, perPage, page } = view;
  const marks = ["shop_table cart wishlist_table", classes, hasInteractions ? "sortable" : "no-interactions"];
  return {
    className: marks.join(" "),
    "data-pagination": isPaginated ? "yes" : "no",
    "data-per-page": perPage,
    "data-page": page,
    // The number grants nothing, but only the owner's scripts need it.
    ...(view.isOwn && list && { "data-id": list.id }),
    ...(list && { "data-token": list.token }),
    // Browser code puts the row's values in.
    ...(hasInteractions && { "data-moved": t("wishlist.movedTo", { name: "%name%", place: "%place%" }) }),
  };
}

/** Renders the columns, whose widths do not depend on rows that are still to come. */
function Columns({ view: { hasInteractions } }: ProductsProps) {
  return (
    <colgroup>
      {hasInteractions && (
        <>
          <col className="col-arrange" />
          <col className="col-check" />
        </>
      )}
      <col className="col-picture" />
      <col />
      <col className="col-price" />
      <col className="col-stock" />
      <col className="col-quantity" />
      <col className="col-actions" />
      {hasInteractions && <col className="col-remove" />}
    </colgroup>
  );
}

/** Renders the products as a table; narrow screens show its rows as blocks. */
function TraditionalTable({ view }: ProductsProps) {
  const { t } = useLocale();
  return (
    <table {...useListAttributes(view, "wishlist_view traditional responsive wl")}>
      <caption className="vh">{t("wishlist.products")}</caption>
      <Columns view={view} />
      <thead>
        <tr>
          {view.hasInteractions && (
            <>
              <th scope="col">
                <span className="vh">{t("wishlist.column.order")}</span>
              </th>
              <th scope="col">
                <span className="vh">{t("wishlist.column.choose")}</span>
              </th>
            </>
          )}
          <th scope="col" colSpan={2}>
            {t("wishlist.column.product")}
          </th>
          <th scope="col">{t("wishlist.column.price")}</th>
          <th scope="col">{t("wishlist.column.stock")}</th>
          <th scope="col">{t("wishlist.column.quantity")}</th>
          <th scope="col" colSpan={view.hasInteractions ? 2 : 1}>
            <span className="vh">{t("wishlist.column.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody className="wishlist-items-wrapper" dangerouslySetInnerHTML={useRows(view, "table")} />
    </table>
  );
}

function MobileList({ view }: ProductsProps) {
  const classes = `wishlist_view responsive mobile${view.hasInteractions ? " with-checkbox" : ""} wl-list`;
  return <ul {...useListAttributes(view, classes)} role="list" dangerouslySetInnerHTML={useRows(view, "list")} />;
}

/** Renders the products as pictures; each opens its details, with scripts in a pop-over. */
function Grid({ view }: ProductsProps) {
  return (
    <ul
      {...useListAttributes(view, "images_grid responsive products columns-4 wl-grid")}
      role="list"
      dangerouslySetInnerHTML={useRows(view, "grid")}
    />
  );
}

/** Renders the products of a list in its layout; narrow screens always get the list. */
export function WishlistProducts({ view }: ProductsProps) {
  const { t } = useLocale();
  if (view.rows.length === 0) return <p className="wishlist-empty muted">{t("wishlist.emptyCell")}</p>;
  if (view.layout === "images_grid") return <Grid view={view} />;
  return view.isMobile ? <MobileList view={view} /> : <TraditionalTable view={view} />;
}
