import { use } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { derived } from "#http/cached-reads/derived.ts";
import { type Locale, LocaleContext, useLocale } from "#ui/locale.tsx";
import { htmlTemplate, InsertContext } from "../../rendering/html-template.ts";
import { formId } from "./form-id.ts";
import { RowGift } from "./row-gift.tsx";
import { rowValueNames, shapeOf, valuesOf } from "./row-shape.ts";
import {
  RowCartLink,
  RowCheck,
  RowDate,
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
import type { WishlistRow, WishlistView } from "./wishlist-view.ts";

function TableRow(row: RowProps) {
  const { t } = useLocale();
  const { id } = row.product;
  return (
    <tr id={`yith-wcwl-row-${id}`} data-row-id={id}>
      {row.shape.hasInteractions && (
        <>
          <td className="product-arrange">
            <RowOrder {...row} />
          </td>
          <td className="product-checkbox">
            <RowCheck {...row} />
          </td>
        </>
      )}
      <td className="product-thumbnail">
        <RowPicture product={row.product} />
      </td>
      <td className="product-name">
        <RowName product={row.product} />
      </td>
      <td className="product-price">
        <RowPrice product={row.product} />
      </td>
      <td className="product-stock-status">
        <RowStock product={row.product} />
      </td>
      <td className="product-quantity">
        <RowQuantity {...row} />
      </td>
      <td className="product-add-to-cart">
        <span className="acts">
          <RowCartLink {...row} />
          <RowMove {...row} />
          <RowGift {...row} />
        </span>
        <small className="dateadded">
          {t("wishlist.dateAdded")} <RowDate values={row.values} />
        </small>
      </td>
      {row.shape.hasInteractions && (
        <td className="product-remove">
          <RowRemove {...row} />
        </td>
      )}
    </tr>
  );
}

/** Renders what a row is and costs, as scripts expect it in lists and in the grid. */
function ItemDetails(row: RowProps) {
  const { t } = useLocale();
  return (
    <>
      <h3 className="product-name">
        <RowName product={row.product} />
      </h3>
      <table className="item-details-table">
        <tbody>
          <tr>
            <th scope="row" className="label">
              {t("wishlist.column.price")}
            </th>
            <td className="value">
              <RowPrice product={row.product} />
            </td>
          </tr>
          <tr>
            <th scope="row" className="label">
              {t("wishlist.column.stock")}
            </th>
            <td className="value">
              <RowStock product={row.product} />
            </td>
          </tr>
          {(row.shape.hasInteractions || row.shape.isSeveral) && (
            <tr>
              <th scope="row" className="label">
                {t("wishlist.column.quantity")}
              </th>
              <td className="value product-quantity">
                <RowQuantity {...row} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}

function ItemActions(row: RowProps) {
  return (
    <div className="additional-info-wrapper">
      <div className="product-add-to-cart acts">
        <RowCartLink {...row} />
        <RowMove {...row} />
        <RowGift {...row} />
      </div>
      {row.shape.hasInteractions && (
        <>
          <div className="product-arrange">
            <RowOrder {...row} />
          </div>
          <div className="product-remove">
            <RowRemove {...row} />
          </div>
        </>
      )}
    </div>
  );
}

function ListRow(row: RowProps) {
  return (
    <li data-row-id={row.product.id}>
      {row.shape.hasInteractions && (
        <div className="product-checkbox">
          <RowCheck {...row} />
        </div>
      )}
      <div className="item-wrapper">
        <div className="product-thumbnail">
          <RowPicture product={row.product} />
        </div>
        <div className="item-details">
          <ItemDetails {...row} />
        </div>
      </div>
      <ItemActions {...row} />
    </li>
  );
}

/** Width of a picture in the grid. */
const gridSizes = "(min-width: 60rem) 18rem, (min-width: 36rem) 46vw, 92vw";

function GridRow(row: RowProps) {
  const { t } = useLocale();
  return (
    <li data-row-id={row.product.id}>
      {row.shape.hasInteractions && (
        <div className="product-checkbox">
          <RowCheck {...row} />
        </div>
      )}
      <div className="product-thumbnail">
        <RowPicture product={row.product} sizes={gridSizes} />
      </div>
      <button type="button" className="show-details needs-scripts" aria-expanded="false">
        {row.product.name}
      </button>
      <div className="item-details">
        <div className="item-details-wrapper">
          <a className="close x needs-scripts" href={`#${formId}`} aria-label={t("wishlist.close")}>
            ×
          </a>
          <ItemDetails {...row} />
          <ItemActions {...row} />
        </div>
      </div>
    </li>
  );
}

/** The elements that a list's rows can be. */
const rowKinds = { table: TableRow, list: ListRow, grid: GridRow };

/** Renders the rows of a list as the inner HTML of an element. Everything except each row's values is cached. */
export function useRows(view: WishlistView, kind: keyof typeof rowKinds): { __html: string } {
  const locale = useLocale();
  const insert = use(InsertContext);
  // One by one: as part of the page's text, many rows would be copied and encoded once more.
  return { __html: view.rows.map((row, index) => insert(rowHtml(view, row, index, kind, locale))).join("") };
}

function rowHtml(
  view: WishlistView,
  row: WishlistRow,
  index: number,
  kind: keyof typeof rowKinds,
  locale: Locale,
): string {
  const { product } = row;
  const shape = shapeOf(row, view);
  const Row = rowKinds[kind];
  const key = `wishlist row ${kind} ${locale.lang} ${Object.values(shape).join(" ")}`;
  const template = derived(product, key, () =>
    htmlTemplate(rowValueNames, (values) =>
      renderToStaticMarkup(
        <LocaleContext value={locale}>
          <Row product={product} shape={shape} values={values} />
        </LocaleContext>,
      ),
    ),
  );
  return template(valuesOf(row, shape, index, view, locale));
}
