import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { Quantity } from "#ui/quantity.tsx";
import { moveValue } from "./row-move.ts";
import { buyableQuantity, productHref, type WishlistRow, type WishlistView } from "./wishlist-view.ts";

/** Width of a row's picture. */
const sizes = "88px";

export interface RowProps {
  row: WishlistRow;
  view: WishlistView;
}

/** Renders the check box that selects a row for a bulk action. */
export function RowCheck({ row: { product } }: RowProps) {
  const { t } = useLocale();
  return (
    <input
      className="check"
      type="checkbox"
      name={`items[${product.id}][cb]`}
      value="yes"
      aria-label={t("wishlist.chooseOf", { name: product.name })}
    />
  );
}

/** Renders the picture as a link that only pointers use: the name next to it leads to the same page. */
export function RowPicture({ row }: { row: WishlistRow }) {
  const { picture } = row.product;
  return (
    <a href={productHref(row)} tabIndex={-1} aria-hidden="true">
      {picture ? <Picture picture={picture} alt="" sizes={sizes} /> : <span className="line-blank" />}
    </a>
  );
}

export function RowName({ row }: { row: WishlistRow }) {
  const { name, choices } = row.product;
  return (
    <>
      <a className="name" href={productHref(row)}>
        {name}
      </a>
      {choices.length > 0 && <small>{choices.join(", ")}</small>}
    </>
  );
}

export function RowPrice({ row: { product } }: { row: WishlistRow }) {
  return product.price ? <Price label={product.price} /> : null;
}

export function RowStock({ row: { product } }: { row: WishlistRow }) {
  const { t } = useLocale();
  const { status } = product.availability;
  if (status === "outofstock") return <span className="wishlist-out-of-stock muted">{t("wishlist.outOfStock")}</span>;
  return (
    <span className="wishlist-in-stock stock">
      {t(status === "onbackorder" ? "wishlist.onBackorder" : "wishlist.inStock")}
    </span>
  );
}

/** Renders the wished quantity, which the owner can change. */
export function RowQuantity({ row: { item, product }, view }: RowProps) {
  const { t } = useLocale();
  if (!view.hasInteractions)
    return item.quantity > 1 ? <span className="num">{t("wishlist.wished", { quantity: item.quantity })}</span> : null;
  return (
    <Quantity
      name={`items[${product.id}][quantity]`}
      label={t("wishlist.quantityOf", { name: product.name })}
      value={item.quantity}
      isSmall
    />
  );
}

/** Renders the link that adds the row to the cart; products with open choices lead to their page. */
export function RowCartLink({ row, view }: RowProps) {
  const { t } = useLocale();
  const { product } = row;
  const { name, type } = product;
  const isSaved = Object.keys(row.item.attributes).length > 0 && product.availability.isPurchasable;
  // With its choice, which a plain add does not know.
  if (view.nonces && isSaved)
    return (
      <Button
        href={routes.moveToCart(row.item.id, view.nonces.cart)}
        look="tint"
        isSmall
        className="button"
        rel="nofollow"
      >
        {t("wishlist.moveToCart")}
        <span className="vh"> {name}</span>
      </Button>
    );
  if (!product.isReady) {
    const text = t(product.availability.isPurchasable ? "catalogue.selectOptions" : "catalogue.readMore");
    return (
      <Button href={productHref(row)} look="line" isSmall className="button" rel="nofollow">
        {text}
        <span className="vh"> {name}</span>
      </Button>
    );
  }
  const quantity = buyableQuantity(row);
  const leaves = view.isOwn && view.isRemovedAfterCart && view.list ? view.list.id : undefined;
  return (
    <Button
      href={routes.addWishedToCart(product.id, quantity, leaves)}
      look="tint"
      isSmall
      className={`button product_type_${type} add_to_cart_button ajax_add_to_cart add_to_cart alt`}
      rel="nofollow"
      data-quantity={quantity}
      data-product_id={product.id}
      data-product_sku={product.sku}
      data-success_message={t("catalogue.added", { name })}
      aria-label={t("catalogue.addToCartOf", { name })}
    >
      {t("catalogue.addToCart")}
    </Button>
  );
}

/** Renders the button that opens the dialog with the owner's other lists; without scripts bulk actions move products. */
export function RowMove({ row: { product }, view }: RowProps) {
  const { t } = useLocale();
  if (!view.hasInteractions || !view.keepsSeveral) return null;
  return (
    <Button
      look="line"
      isSmall
      className="move_to_another_wishlist_button needs-scripts"
      data-product-id={product.id}
      aria-haspopup="dialog"
      aria-label={t("wishlist.moveOf", { name: product.name })}
    >
      {t("wishlist.move")}
    </Button>
  );
}

export function RowRemove({ row: { product }, view }: RowProps) {
  const { t } = useLocale();
  if (!view.hasInteractions) return null;
  return (
    <a
      className="remove remove_from_wishlist x"
      href={routes.removeFromWishlist(product.id, view.nonces?.remove, view.list?.id)}
      rel="nofollow"
      aria-label={t("wishlist.removeOf", { name: product.name })}
    >
      <Icon name="trash" />
    </a>
  );
}

/** Renders the row's place and the buttons that change it: presses of a form's button work without scripts. */
export function RowOrder({ row: { product, item }, view }: RowProps) {
  const { t } = useLocale();
  const { name, id } = product;
  const first = view.rows.at(0)?.item.id === item.id && view.page === 1;
  const last = view.rows.at(-1)?.item.id === item.id && view.page === view.pageCount;
  const position = (view.page - 1) * view.perPage + view.rows.findIndex((row) => row.item.id === item.id);
  return (
    <span className="order">
      <input type="hidden" name={`items[${id}][position]`} value={position} />
      <span className="drag needs-scripts" aria-hidden="true">
        <Icon name="drag" />
      </span>
      <button
        className="x"
        name="update_wishlist"
        value={moveValue({ productId: id, by: -1 })}
        disabled={first}
        aria-label={t("wishlist.upOf", { name })}
      >
        <Icon name="up" isSmall />
      </button>
      <button
        className="x order-down"
        name="update_wishlist"
        value={moveValue({ productId: id, by: 1 })}
        disabled={last}
        aria-label={t("wishlist.downOf", { name })}
      >
        <Icon name="up" isSmall />
      </button>
    </span>
  );
}
