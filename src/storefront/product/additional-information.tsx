import type { Dimensions, ProductDetail, Variation, Weight } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { ProductText } from "./product-text.tsx";

/** Returns whether the product has additional information to show. */
export function hasAdditionalInformation({ attributes, weight, dimensions }: ProductDetail): boolean {
  return weight !== null || dimensions !== null || attributes.some(({ isVisible }) => isVisible);
}

interface RowProps {
  name: string;
  label: string;
  value: string;
  /** The chosen variation's text, which replaces the product's. */
  chosen?: string | undefined;
}

function Row({ name, label, value, chosen }: RowProps) {
  const row = "woocommerce-product-attributes-item";
  return (
    <tr className={`${row} ${row}--${name}`}>
      <th className={`${row}__label`} scope="row">
        {label}
      </th>
      <ProductText as="td" className={`${row}__value`} text={value} chosen={chosen} />
    </tr>
  );
}

interface AdditionalInformationProps {
  product: ProductDetail;
  variation: Variation | null;
}

/** Renders weight, dimensions and visible attributes. A chosen variation's values replace the product's in place. */
export function AdditionalInformation({ product, variation }: AdditionalInformationProps) {
  const { t } = useLocale();
  const { weight, dimensions, attributes } = product;
  const weightText = (of: Weight) => t("product.weightIn", { ...of });
  const sizeText = (of: Dimensions) => t("product.sizeIn", { ...of });
  return (
    <table className="woocommerce-product-attributes shop_attributes label-table label-table--short">
      <caption className="vh">{t("product.additional")}</caption>
      <tbody>
        {weight && (
          <Row
            name="weight"
            label={t("product.weight")}
            value={weightText(weight)}
            chosen={variation?.weight ? weightText(variation.weight) : undefined}
          />
        )}
        {dimensions && (
          <Row
            name="dimensions"
            label={t("product.dimensions")}
            value={sizeText(dimensions)}
            chosen={variation?.dimensions ? sizeText(variation.dimensions) : undefined}
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
