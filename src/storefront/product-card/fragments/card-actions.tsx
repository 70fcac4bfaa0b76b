import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

interface ActionProps {
  card: ProductCard;
}

/** Adds one piece in place; without scripts it is a link that adds and moves on. */
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

/** Leads to where the choice is made: the product's page, or another shop. */
function LookLink({ card }: ActionProps) {
  const { t } = useLocale();
  const { name, type, buttonText, availability } = card;
  const button = buttonText || t("catalogue.buyProduct");
  // Of a group its members are bought, and what another shop sells there.
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

/** Straight to the checkout. A form of its own, so that it works without scripts: a choice is made on the product's page. */
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

/** What can be done with a product from its card. */
export function CardActions({ card }: ActionProps) {
  const canBuy = card.availability.isPurchasable;
  return (
    <div className="card-acts">
      {canBuy && card.type === "simple" ? <AddLink card={card} /> : <LookLink card={card} />}
      {canBuy && card.type !== "external" && card.type !== "grouped" && <BuyNow card={card} />}
    </div>
  );
}
