import type { ProductDetail } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** Whether there is anything to show beside the description. */
export function hasAdditionalInformation({ attributes, weightGrams, dimensionsMm }: ProductDetail): boolean {
  return weightGrams !== null || dimensionsMm !== null || attributes.some(({ isVisible }) => isVisible);
}

function Row({ name, label, value }: { name: string; label: string; value: string }) {
  const row = "woocommerce-product-attributes-item";
  return (
    <tr className={`${row} ${row}--${name}`}>
      <th className={`${row}__label`} scope="row">
        {label}
      </th>
      <td className={`${row}__value`}>{value}</td>
    </tr>
  );
}

/** Weight, size and the visible attributes. A chosen variation's weight and size take their place in the same cells. */
export function AdditionalInformation({ product }: { product: ProductDetail }) {
  const { t } = useLocale();
  const { weightGrams, dimensionsMm, attributes } = product;
  return (
    <table className="woocommerce-product-attributes shop_attributes label-table label-table--short">
      <caption className="vh">{t("product.additional")}</caption>
      <tbody>
        {weightGrams !== null && (
          <Row
            name="weight"
            label={t("product.weight")}
            value={
              weightGrams < 1000
                ? t("product.grams", { value: weightGrams })
                : t("product.kilograms", { value: weightGrams / 1000 })
            }
          />
        )}
        {dimensionsMm && (
          <Row
            name="dimensions"
            label={t("product.dimensions")}
            value={t("product.millimetres", { ...dimensionsMm })}
          />
        )}
        {attributes
          .filter(({ isVisible }) => isVisible)
          .map(({ slug, name, options }) => (
            <Row
              key={slug}
              name={`attribute_${slug}`}
              label={name}
              value={options.map(({ label }) => label).join(", ")}
            />
          ))}
      </tbody>
    </table>
  );
}
