import type { CartLine } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";
import { Quantity } from "#ui/quantity.tsx";

/** Renders the quantity control of a line; nothing for products that are sold individually. */
export function LineQuantity({ line }: { line: CartLine }) {
  const { t } = useLocale();
  if (line.soldIndividually) return null;
  return (
    <div className="product-quantity">
      <Quantity
        name={`cart[${line.key}][qty]`}
        label={t("cart.quantityOf", { name: line.name })}
        value={line.quantity}
        min={0}
        max={line.maxQuantity}
        isSmall
      />
    </div>
  );
}
