import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

interface ActionProps {
  card: ProductCard;
}

/** Renders the link that adds one item in place; without scripts it adds and follows the link. */
function AddLink({ card }: ActionProps) {
  const { t } = useLocale();
  return (
    <Button
      href={routes.addToCart(card.id)}
      look="tint"
      isSmall
      className={`button product_type_${card.type} add_to_cart_button ajax_add_to_cart`}
      rel="nofollow"
      data-quantity={card.availability.minQuantity}
      data-product_id={card.id}
      data-product_sku={card.sku}
      data-success_message={t("catalogue.added", { name: card.name })}
      aria-label={t("catalogue.addToCartOf", { name: card.name })}
    >
      {t("catalogue.addToCart")}
    </Button>
  );
}

/** Renders the link to the product page, or to the other shop that sells the product. */
function DetailsLink({ card }: ActionProps) {
  const { t } = useLocale();
  const { name, type, buttonText, availability } = card;
  const button = buttonText || t("catalogue.buyProduct");
  // Groups and external products are never purchasable themselves, so their links stay prominent.
  const isQuiet = !availability.isPurchasable && (type === "simple" || type === "variable");
  const words = isQuiet
    ? { text: t("catalogue.readMore"), label: t("catalogue.readMoreOf", { name }) }
    : type === "variable"
      ? { text: t("catalogue.selectOptions"), label: t("catalogue.selectOptionsOf", { name }) }
      : type === "grouped"
        ? { text: t("catalogue.viewProducts"), label: t("catalogue.viewProductsOf", { name }) }
        : { text: button, label: t("catalogue.buyProductOf", { button, name }) };
  return (
    <Button
      href={type === "external" && card.externalUrl ? card.externalUrl : routes.product(card.slug)}
      look={isQuiet ? "line" : "tint"}
      isSmall
      className={`button product_type_${type}${isQuiet ? " btn--out" : type === "variable" ? " add_to_cart_button" : ""}`}
      rel="nofollow"
      data-quantity={availability.minQuantity}
      data-product_id={card.id}
      data-product_sku={card.sku}
      aria-label={words.label}
    >
      {words.text}
    </Button>
  );
}

/**
 * Renders the form that leads straight to the checkout. A form, so that it works without scripts; products with options
 * lead to their page.
 */
function BuyNow({ card }: ActionProps) {
  const { t } = useLocale();
  const isSimple = card.type === "simple";
  return (
    <form className="buy-now" method={isSimple ? "post" : "get"} action={routes.product(card.slug)}>
      <Button
        type="submit"
        look="line"
        isSmall
        className="qcfw_shop_buy_now_button"
        data-product-id={card.id}
        aria-label={t("catalogue.buyNowOf", { name: card.name })}
        {...(isSimple && { name: "add-to-cart", value: card.id })}
      >
        {t("catalogue.buyNow")}
      </Button>
    </form>
  );
}

/** Renders the buttons of a product card. */
export function CardActions({ card }: ActionProps) {
  const canBuy = card.availability.isPurchasable;
  return (
    <div className="card-acts">
      {canBuy && card.type === "simple" ? <AddLink card={card} /> : <DetailsLink card={card} />}
      {canBuy && card.type !== "external" && card.type !== "grouped" && <BuyNow card={card} />}
    </div>
  );
}
