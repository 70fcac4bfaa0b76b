import type { ProductDetail } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** Whether there is anything to show beside the description. */
export function hasAdditionalInformation({ attributes, weight, dimensions }: ProductDetail): boolean {
  return weight !== null || dimensions !== null || attributes.some(({ isVisible }) => isVisible);
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
  const { weight, dimensions, attributes } = product;
  return (
    <table className="woocommerce-product-attributes shop_attributes label-table label-table--short">
      <caption className="vh">{t("product.additional")}</caption>
      <tbody>
        {weight && <Row name="weight" label={t("product.weight")} value={t("product.weightIn", { ...weight })} />}
        {dimensions && (
          <Row name="dimensions" label={t("product.dimensions")} value={t("product.sizeIn", { ...dimensions })} />
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
