import { routes } from "#routes";
import type { Availability } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Quantity } from "#ui/quantity.tsx";

interface BuyButtonsProps {
  /** A form that says itself what it buys has none. */
  productId?: number;
  name: string;
  availability: Availability;
  /** The quantity shown at first. */
  quantity?: number;
  /** A grouped product has a quantity beside each member instead. */
  hasNoQuantity?: boolean;
  /** Of the quick checkout, which only buys: one button. */
  isQuick?: boolean;
}

/** Quantity, Add to cart and Buy now, inside a form.cart. */
export function BuyButtons(props: BuyButtonsProps) {
  const { productId, name, availability, hasNoQuantity, isQuick } = props;
  const { t } = useLocale();
  const id = productId === undefined ? {} : { name: "add-to-cart", value: productId };
  const isSingle = availability.soldIndividually;
  return (
    <div className={hasNoQuantity || isSingle ? "buy-acts buy-acts--one" : "buy-acts"}>
      {!hasNoQuantity && !isSingle && (
        <Quantity
          name="quantity"
          label={t("product.quantityOf", { name })}
          value={props.quantity ?? availability.minQuantity}
          min={availability.minQuantity}
          max={availability.maxQuantity}
        />
      )}
      {!hasNoQuantity && isSingle && <input type="hidden" name="quantity" value="1" />}
      <Button type="submit" className="single_add_to_cart_button button alt" {...id}>
        {isQuick ? t("product.buyNow") : t("product.addToCart")}
      </Button>
      {!hasNoQuantity && !isQuick && (
        <Button
          type="submit"
          look="ink"
          className="qcfw_single_buy_now_button single_add_to_cart_button button"
          data-href={routes.checkout()}
          {...id}
        >
          {t("product.buyNow")}
        </Button>
      )}
    </div>
  );
}
