import type { CartLine } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";
import { Quantity } from "#ui/quantity.tsx";

interface LineQuantityProps {
  line: CartLine;
  /** Id of another form that submits the quantity than the one around it. */
  form?: string | undefined;
}

/** Renders the quantity control of a line; nothing for products that are sold individually. */
export function LineQuantity({ line, form }: LineQuantityProps) {
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
        form={form}
        isSmall
      />
    </div>
  );
}
