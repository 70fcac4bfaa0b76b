import { routes } from "#routes";
import type { WishedProduct } from "#shop/wishlist/wished-products.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { Quantity } from "#ui/quantity.tsx";
import { moveValue } from "./row-move.ts";
import type { RowShape, RowValues } from "./row-shape.ts";
import { productHref } from "./wishlist-view.ts";

/** Width of a row's picture. */
const rowSizes = "88px";

interface ProductProps {
  product: WishedProduct;
}

/** A row's product, and what a list adds to it. */
export interface RowProps extends ProductProps {
  shape: RowShape;
  values: RowValues;
}

/** Renders the check box that selects a row for a bulk action. */
export function RowCheck({ product }: ProductProps) {
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
export function RowPicture({ product, sizes = rowSizes }: ProductProps & { sizes?: string }) {
  const { picture } = product;
  return (
    <a href={productHref(product)} tabIndex={-1} aria-hidden="true">
      {picture ? <Picture picture={picture} alt="" sizes={sizes} /> : <span className="line-blank" />}
    </a>
  );
}

export function RowName({ product }: ProductProps) {
  const { name, choices } = product;
  return (
    <>
      <a className="name" href={productHref(product)}>
        {name}
      </a>
      {choices.length > 0 && <small>{choices.join(", ")}</small>}
    </>
  );
}

export function RowPrice({ product }: ProductProps) {
  return product.price ? <Price label={product.price} /> : null;
}

export function RowStock({ product }: ProductProps) {
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
export function RowQuantity({ product, shape, values }: RowProps) {
  const { t } = useLocale();
  if (!shape.hasInteractions) return shape.isSeveral ? <span className="num">{values.wished}</span> : null;
  return (
    <Quantity
      name={`items[${product.id}][quantity]`}
      label={t("wishlist.quantityOf", { name: product.name })}
      value={values.quantity}
      isSmall
    />
  );
}

/** Renders the link that adds the row to the cart; products with open choices lead to their page. */
export function RowCartLink({ product, shape, values }: RowProps) {
  const { t } = useLocale();
  const { name, type } = product;
  // With its choice, which a plain add does not know.
  if (shape.isSaved)
    return (
      <Button
        href={routes.moveToCart(values.itemId, values.cartNonce)}
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
      <Button href={productHref(product)} look="line" isSmall className="button" rel="nofollow">
        {text}
        <span className="vh"> {name}</span>
      </Button>
    );
  }
  return (
    <Button
      href={routes.addWishedToCart(product.id, values.buyable, shape.isLeaving ? values.listId : undefined)}
      look="tint"
      isSmall
      className={`button product_type_${type} add_to_cart_button ajax_add_to_cart add_to_cart alt`}
      rel="nofollow"
      data-quantity={values.buyable}
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
export function RowMove({ product, shape }: RowProps) {
  const { t } = useLocale();
  if (!shape.isMovable) return null;
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

export function RowRemove({ product, shape, values }: RowProps) {
  const { t } = useLocale();
  if (!shape.hasInteractions) return null;
  return (
    <a
      className="remove remove_from_wishlist x"
      href={routes.removeFromWishlist(product.id, values.removeNonce, values.listId)}
      rel="nofollow"
      aria-label={t("wishlist.removeOf", { name: product.name })}
    >
      <Icon name="trash" />
    </a>
  );
}

/** Renders the row's place and the buttons that change it: presses of a form's button work without scripts. */
export function RowOrder({ product: { name, id }, shape, values }: RowProps) {
  const { t } = useLocale();
  return (
    <span className="order">
      <input type="hidden" name={`items[${id}][position]`} value={values.position} />
      <span className="drag needs-scripts" aria-hidden="true">
        <Icon name="drag" />
      </span>
      <button
        className="x"
        name="update_wishlist"
        value={moveValue({ productId: id, by: -1 })}
        disabled={shape.isFirst}
        aria-label={t("wishlist.upOf", { name })}
      >
        <Icon name="up" isSmall />
      </button>
      <button
        className="x order-down"
        name="update_wishlist"
        value={moveValue({ productId: id, by: 1 })}
        disabled={shape.isLast}
        aria-label={t("wishlist.downOf", { name })}
      >
        <Icon name="up" isSmall />
      </button>
    </span>
  );
}

/** Renders when the product was added. */
export function RowDate({ values }: Pick<RowProps, "values">) {
  return <time dateTime={values.addedAt}>{values.addedOn}</time>;
}
