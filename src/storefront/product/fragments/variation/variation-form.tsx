import { routes } from "#routes";
import type { OwnDetail, Variation } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { summaryHtml } from "../../client/variation/variation-summary.ts";
import { BuyButtons } from "../buy-buttons.tsx";
import { VariationChoices } from "./variation-choices.tsx";
import { variationData, variationsJson, variationTableJson } from "./variation-data.tsx";
import { VariationRoom } from "./variation-room.tsx";

export interface VariationFormProps {
  product: OwnDetail;
  /** More variations than these are not embedded for the field's scripts, which then look them up one by one. */
  mostEmbedded: number;
  /** Wire value chosen at first by attribute slug, from the request or the product's defaults. */
  chosen: Readonly<Record<string, string>>;
  /** The variation that the choice means, when it is complete and there is one. */
  selected: Variation | null;
  quantity?: number;
  /** Lets buttons outside send the form. */
  formId?: string;
  /** In the quick checkout, over a page that may have such a form itself. */
  isQuick?: boolean;
}

/**
 * What stands under the choices: what is told of the chosen variation, quantity and buttons, and the places of the form's
 * messages, empty until a script has one. They are there from the start, so that nothing moves.
 */
function VariationBuying({ product, selected, quantity, isQuick = false }: VariationFormProps) {
  const locale = useLocale();
  const { minQuantity, maxQuantity } = product.availability;
  const shown = selected && variationData(product, selected, locale);
  return (
    <shop-variations data-lowest={minQuantity} data-highest={maxQuantity ?? undefined}>
      <div className="reset_variations_alert vh" role="alert" aria-live="polite" aria-relevant="all" />
      <div className="single_variation_wrap">
        <div className="variation-told">
          <div
            className="woocommerce-variation single_variation"
            role="alert"
            aria-relevant="additions"
            dangerouslySetInnerHTML={{ __html: summaryHtml(shown, locale.t("product.unavailable")) }}
          />
          <p className="variation-complaint err" role="alert" tabIndex={-1} />
        </div>
        <div className="woocommerce-variation-add-to-cart variations_button">
          <BuyButtons
            name={product.name}
            availability={selected?.availability ?? product.availability}
            isQuick={isQuick}
            {...(quantity !== undefined && { quantity })}
          />
        </div>
      </div>
    </shop-variations>
  );
}

/** The picture that has taken the place of the product's first. */
function shownPictureId({ product, selected }: VariationFormProps): number | undefined {
  const id = selected?.picture?.id;
  return id === product.allPictures[0]?.id ? undefined : id;
}

/** The choice of a variable product. Without scripts it posts the chosen attributes and the shop finds the variation. */
export function VariationForm(props: VariationFormProps) {
  const { product, mostEmbedded, chosen, formId, isQuick } = props;
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
      current-image={shownPictureId(props)}
      data-product_variations={isEmbedded ? variationsJson(product, locale) : "false"}
    >
      <VariationChoices product={product} chosen={chosen} idPrefix={isQuick ? "quick-" : ""} />
      <VariationBuying {...props} />
      <VariationRoom product={product} />
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
    </form>
  );
}
