import { routes } from "#routes";
import type { ProductAttribute, ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { BuyButtons } from "./buy-buttons.tsx";
import { StockLine } from "./stock-line.tsx";
import { VariationTemplates } from "./variation-templates.tsx";

export interface VariationFormProps {
  product: ProductDetail;
  /** A JSON array of variations as the wire spells them, or "false": then they are looked up one by one. */
  variationsJson: string;
  /** Wire value chosen at first by attribute slug, from the request or the product's defaults. */
  chosen: Readonly<Record<string, string>>;
  /** The variation that the choice means, when it is complete and there is one. */
  selected: Variation | null;
  quantity?: number;
  /** Lets buttons outside send the form. */
  formId?: string;
}

function AttributeField({ attribute, chosen }: { attribute: ProductAttribute; chosen: string }) {
  const { t } = useLocale();
  const name = `attribute_${attribute.slug}`;
  return (
    <Field name={name} label={attribute.name} kind="select" isRequired>
      {(control) => (
        <select {...control} defaultValue={chosen} data-attribute_name={name} data-show_option_none="yes">
          <option value="">{t("product.chooseOption")}</option>
          {attribute.options.map(({ value, label }) => (
            <option key={value} value={value} className="attached enabled">
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What the chosen variation costs and whether it is there; the variation script writes the same from its template. */
function SelectedVariation({ product, selected }: Pick<VariationFormProps, "product" | "selected">) {
  if (!selected) return null;
  const { price, regularPrice } = selected;
  const differs = product.price !== null && product.price.min !== product.price.max;
  return (
    <>
      {selected.description && (
        <div className="woocommerce-variation-description" dangerouslySetInnerHTML={{ __html: selected.description }} />
      )}
      <div className="woocommerce-variation-price">
        {differs && <Price label={{ min: price, max: price, was: regularPrice > price ? regularPrice : null }} />}
      </div>
      <div className="woocommerce-variation-availability">
        <StockLine availability={selected.availability} />
      </div>
    </>
  );
}

function Choices({ product, chosen }: Pick<VariationFormProps, "product" | "chosen">) {
  const { t } = useLocale();
  const attributes = product.attributes.filter(({ isForVariations }) => isForVariations);
  const isAnyChosen = attributes.some(({ slug }) => chosen[slug]);
  return (
    <div className="variations">
      <div className={attributes.length > 1 ? "pair" : "pair pair--one"}>
        {attributes.map((attribute) => (
          <AttributeField key={attribute.slug} attribute={attribute} chosen={chosen[attribute.slug] ?? ""} />
        ))}
      </div>
      <a
        className={`reset_variations link link--quiet small${isAnyChosen ? " is-shown" : ""}`}
        href={routes.product(product.slug)}
        aria-label={t("product.clearSelection")}
      >
        {t("product.clearSelection")}
      </a>
    </div>
  );
}

/** The choice of a variable product. Without scripts it posts the chosen attributes and the shop finds the variation. */
export function VariationForm(props: VariationFormProps) {
  const { product, variationsJson, chosen, selected, quantity, formId } = props;
  const { t } = useLocale();
  if (variationsJson === "[]") return <p className="stock out-of-stock">{t("product.notForSale")}</p>;
  return (
    <form
      className="variations_form cart"
      id={formId}
      action={routes.product(product.slug)}
      method="post"
      data-product_id={product.id}
      data-product_variations={variationsJson}
    >
      <Choices product={product} chosen={chosen} />
      <div className="reset_variations_alert vh" role="alert" aria-live="polite" aria-relevant="all" />
      <div className="single_variation_wrap">
        <div className="woocommerce-variation single_variation" role="alert" aria-relevant="additions">
          <SelectedVariation product={product} selected={selected} />
        </div>
        <div className="woocommerce-variation-add-to-cart variations_button">
          <BuyButtons
            productId={product.id}
            name={product.name}
            availability={selected?.availability ?? product.availability}
            isVariable
            {...(quantity !== undefined && { quantity })}
          />
          <input type="hidden" name="add-to-cart" value={product.id} />
          <input type="hidden" name="product_id" value={product.id} />
          <input type="hidden" name="variation_id" className="variation_id" value={selected?.id ?? 0} />
        </div>
      </div>
      <VariationTemplates />
    </form>
  );
}
