import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { RowGift } from "./row-gift.tsx";
import {
  RowCartLink,
  RowCheck,
  RowMove,
  RowName,
  RowOrder,
  RowPicture,
  RowPrice,
  type RowProps,
  RowQuantity,
  RowRemove,
  RowStock,
} from "./wishlist-row.tsx";
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

function TableRow({ row, view }: RowProps) {
  const { t } = useLocale();
  const { id } = row.product;
  return (
    <tr id={`yith-wcwl-row-${id}`} data-row-id={id}>
      {view.hasInteractions && (
        <>
          <td className="product-arrange">
            <RowOrder row={row} view={view} />
          </td>
          <td className="product-checkbox">
            <RowCheck row={row} view={view} />
          </td>
        </>
      )}
      <td className="product-thumbnail">
        <RowPicture row={row} />
      </td>
      <td className="product-name">
        <RowName row={row} />
      </td>
      <td className="product-price">
        <RowPrice row={row} />
      </td>
      <td className="product-stock-status">
        <RowStock row={row} />
      </td>
      <td className="product-quantity">
        <RowQuantity row={row} view={view} />
      </td>
      <td className="product-add-to-cart">
        <span className="acts">
          <RowCartLink row={row} view={view} />
          <RowMove row={row} view={view} />
          <RowGift row={row} view={view} />
        </span>
        <small className="dateadded">
          {t("wishlist.dateAdded")} <Day date={row.item.addedAt} />
        </small>
      </td>
      {view.hasInteractions && (
        <td className="product-remove">
          <RowRemove row={row} view={view} />
        </td>
      )}
    </tr>
  );
}

/** Renders the products as a table; narrow screens show its rows as blocks. */
function TraditionalTable({ view }: ProductsProps) {
  const { t } = useLocale();
  return (
    <table {...useListAttributes(view, "wishlist_view traditional responsive wl")}>
      <caption className="vh">{t("wishlist.products")}</caption>
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
      <tbody className="wishlist-items-wrapper">
        {view.rows.map((row) => (
          <TableRow key={row.item.id} row={row} view={view} />
        ))}
      </tbody>
    </table>
  );
}

/** Renders what a row is and costs, as scripts expect it in lists and in the grid. */
function ItemDetails({ row, view }: RowProps) {
  const { t } = useLocale();
  return (
    <>
      <h3 className="product-name">
        <RowName row={row} />
      </h3>
      <table className="item-details-table">
        <tbody>
          <tr>
            <th scope="row" className="label">
              {t("wishlist.column.price")}
            </th>
            <td className="value">
              <RowPrice row={row} />
            </td>
          </tr>
          <tr>
            <th scope="row" className="label">
              {t("wishlist.column.stock")}
            </th>
            <td className="value">
              <RowStock row={row} />
            </td>
          </tr>
          {(view.hasInteractions || row.item.quantity > 1) && (
            <tr>
              <th scope="row" className="label">
                {t("wishlist.column.quantity")}
              </th>
              <td className="value product-quantity">
                <RowQuantity row={row} view={view} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}

function ItemActions({ row, view }: RowProps) {
  return (
    <div className="additional-info-wrapper">
      <div className="product-add-to-cart acts">
        <RowCartLink row={row} view={view} />
        <RowMove row={row} view={view} />
        <RowGift row={row} view={view} />
      </div>
      {view.hasInteractions && (
        <>
          <div className="product-arrange">
            <RowOrder row={row} view={view} />
          </div>
          <div className="product-remove">
            <RowRemove row={row} view={view} />
          </div>
        </>
      )}
    </div>
  );
}

function MobileList({ view }: ProductsProps) {
  const classes = `wishlist_view responsive mobile${view.hasInteractions ? " with-checkbox" : ""} wl-list`;
  return (
    <ul {...useListAttributes(view, classes)} role="list">
      {view.rows.map((row) => (
        <li key={row.item.id} data-row-id={row.product.id}>
          {view.hasInteractions && (
            <div className="product-checkbox">
              <RowCheck row={row} view={view} />
            </div>
          )}
          <div className="item-wrapper">
            <div className="product-thumbnail">
              <RowPicture row={row} />
            </div>
            <div className="item-details">
              <ItemDetails row={row} view={view} />
            </div>
          </div>
          <ItemActions row={row} view={view} />
        </li>
      ))}
    </ul>
  );
}

/** Renders the products as pictures; each opens its details, with scripts in a pop-over. */
function Grid({ view }: ProductsProps) {
  const { t } = useLocale();
  return (
    <ul {...useListAttributes(view, "images_grid responsive products columns-4 wl-grid")} role="list">
      {view.rows.map((row) => (
        <li key={row.item.id} data-row-id={row.product.id}>
          {view.hasInteractions && (
            <div className="product-checkbox">
              <RowCheck row={row} view={view} />
            </div>
          )}
          <div className="product-thumbnail">
            <RowPicture row={row} />
          </div>
          <button type="button" className="show-details needs-scripts" aria-expanded="false">
            {row.product.name}
          </button>
          <div className="item-details">
            <div className="item-details-wrapper">
              <a className="close x needs-scripts" href={`#${formId}`} aria-label={t("wishlist.close")}>
                ×
              </a>
              <ItemDetails row={row} view={view} />
              <ItemActions row={row} view={view} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Id of the form around a list. */
export const formId = "yith-wcwl-form";

/** Renders the products of a list in its layout; narrow screens always get the list. */
export function WishlistProducts({ view }: ProductsProps) {
  const { t } = useLocale();
  if (view.rows.length === 0) return <p className="wishlist-empty muted">{t("wishlist.emptyCell")}</p>;
  if (view.layout === "images_grid") return <Grid view={view} />;
  return view.isMobile ? <MobileList view={view} /> : <TraditionalTable view={view} />;
}
