import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { RowName, RowPicture, RowPrice, RowStock } from "./fragments/wishlist-row.tsx";
import { listHref, nameOf, type WishlistView } from "./fragments/wishlist-view.ts";

/** Renders a whole list for paper: browsers print or save it. */
export function PrintPage({ view }: { view: WishlistView }) {
  const { t } = useLocale();
  return (
    <div className="wrap wishlist-paper">
      <h1>{nameOf(view.list, t)}</h1>
      <p className="muted">
        {t("wishlist.printHint")}{" "}
        <a className="link" href={listHref(view)}>
          {t("wishlist.printBack")}
        </a>
      </p>
      <table className="wl-paper">
        <caption className="vh">{t("wishlist.products")}</caption>
        <colgroup>
          <col className="col-picture" />
          <col />
          <col span={4} className="col-fact" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t("wishlist.column.product")}
            </th>
            <th scope="col">{t("wishlist.column.price")}</th>
            <th scope="col">{t("wishlist.column.quantity")}</th>
            <th scope="col">{t("wishlist.column.stock")}</th>
            <th scope="col">{t("wishlist.dateAdded")}</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.item.id}>
              <td className="product-thumbnail">
                <RowPicture product={row.product} />
              </td>
              <th scope="row">
                <RowName product={row.product} />
              </th>
              <td>
                <RowPrice product={row.product} />
              </td>
              <td className="num">{row.item.quantity}</td>
              <td>
                <RowStock product={row.product} />
              </td>
              <td>
                <Day date={row.item.addedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
