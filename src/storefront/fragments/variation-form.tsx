import { routes } from "#routes";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";
import { wordsOf } from "../client/island-words.ts";
import { Island } from "../islands/island.tsx";
import {
  VariationFormIsland,
  type VariationFormIslandProps,
  variationFormTexts,
} from "../islands/variation-form.island.tsx";
import { VariationChoices } from "./variation-choices.tsx";
import { type VariationData, variationData, variationsJson, variationTableJson } from "./variation-data.tsx";
import { VariationRoom } from "./variation-room.tsx";
import { VariationTemplates } from "./variation-templates.tsx";

export interface VariationFormProps {
  product: ProductDetail;
  /** More variations than these are not embedded for the field's scripts, which then look them up one by one. */
  mostEmbedded: number;
  /** Wire value chosen at first by attribute slug, from the request or the product's defaults. */
  chosen: Readonly<Record<string, string>>;
  /** The variation that the choice means, when it is complete and there is one. */
  selected: Variation | null;
  quantity?: number;
  /** Lets buttons outside send the form. */
  formId?: string;
}

function islandProps(props: VariationFormProps, locale: Locale): VariationFormIslandProps {
  const { product, selected } = props;
  const availability = selected?.availability ?? product.availability;
  return {
    words: wordsOf(locale, variationFormTexts),
    checkoutPath: routes.checkout(),
    selected: selected && shownFields(variationData(product, selected, locale)),
    quantity: {
      label: locale.t("product.quantityOf", { name: product.name }),
      value: props.quantity ?? availability.minQuantity,
      min: availability.minQuantity,
      max: availability.maxQuantity,
    },
    limits: {
      min: product.availability.minQuantity,
      max: product.availability.maxQuantity,
      isSingle: product.availability.soldIndividually,
    },
    unavailableText: locale.t("product.unavailable"),
  };
}

function shownFields(data: VariationData): VariationFormIslandProps["selected"] {
  const { variation_is_visible, variation_description, price_html, availability_html } = data;
  return { variation_is_visible, variation_description, price_html, availability_html };
}

/** The choice of a variable product. Without scripts it posts the chosen attributes and the shop finds the variation. */
export function VariationForm(props: VariationFormProps) {
  const { product, mostEmbedded, chosen, formId } = props;
  const locale = useLocale();
  const isEmbedded = product.variations.length <= mostEmbedded;
  if (product.variations.length === 0) return <p className="stock out-of-stock">{locale.t("product.notForSale")}</p>;
  return (
    <form
      className="variations_form cart"
      id={formId}
      action={routes.product(product.slug)}
      method="post"
      data-product_id={product.id}
      data-product_variations={isEmbedded ? variationsJson(product, locale) : "false"}
    >
      <VariationChoices product={product} chosen={chosen} />
      <Island
        name="variation-form"
        strategy="interaction"
        component={VariationFormIsland}
        props={islandProps(props, locale)}
      />
      <VariationRoom product={product} />
      {/* Outside the island: scripts write into them. */}
      <input type="hidden" name="add-to-cart" value={product.id} />
      <input type="hidden" name="product_id" value={product.id} />
      <input type="hidden" name="variation_id" className="variation_id" value="0" />
      {!isEmbedded && (
        <script
          type="application/json"
          className="variation-table"
          dangerouslySetInnerHTML={{ __html: variationTableJson(product, locale) }}
        />
      )}
      <VariationTemplates />
    </form>
  );
}
