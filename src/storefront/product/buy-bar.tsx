import { variationLabel } from "#shop/catalogue/pricing.rules.ts";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { buyFormId } from "./buy-box.tsx";

interface BuyBarProps {
  product: ProductDetail;
  /** The chosen variation, whose price is shown. */
  variation: Variation | null;
}

/**
 * Renders the bar at the bottom of a phone's screen. `<shop-buy-bar>` shows it once the buying form has been scrolled past;
 * its buttons submit that form.
 */
export function BuyBar({ product, variation }: BuyBarProps) {
  const { t } = useLocale();
  const { type, price, availability } = product;
  if (!price || !availability.isPurchasable || (type !== "simple" && type !== "variable")) return null;
  const id = type === "simple" ? { name: "add-to-cart", value: product.id } : {};
  return (
    <shop-buy-bar data-watches={buyFormId}>
      <section className="buybar" aria-label={t("product.buyBar")} hidden>
        <p className="buybar-price">
          <Price label={variation ? variationLabel(variation) : price} />
          <small className="muted">{product.name}</small>
        </p>
        <Button type="submit" form={buyFormId} look="line" className="buybar-now" {...id}>
          {t("product.buyNow")}
        </Button>
        <Button
          type="submit"
          form={buyFormId}
          className="buybar-add"
          data-success_message={t("catalogue.added", { name: product.name })}
          {...id}
        >
          {t("product.addToCart")}
        </Button>
      </section>
    </shop-buy-bar>
  );
}
