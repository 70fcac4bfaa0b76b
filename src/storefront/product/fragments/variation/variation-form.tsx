import { routes } from "#routes";
import type { BaseProductDetail, Variation } from "#shop/catalogue/product.ts";
import type { ChoiceButtons } from "#shop/settings/choice-buttons.ts";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { savingText } from "../../../product-card/fragments/sale-badge.tsx";
import { StandaloneHeart } from "../../../wishlist/fragments/standalone-heart.tsx";
import { summaryHtml } from "../../client/variation/variation-summary.ts";
import { BuyButtons } from "../buy-buttons.tsx";
import { DownloadNote, downloadFormClass, downloadMark } from "../download-mark.tsx";
import { VariationChoices } from "./variation-choices.tsx";
import { variationData, variationsJson, variationTableJson } from "./variation-data.tsx";
import { VariationRoom } from "./variation-room.tsx";

export interface VariationFormProps {
  product: BaseProductDetail;
  /** With more variations than this they are not embedded, and third-party scripts look them up one by one. */
  maxEmbedded: number;
  /** How attributes are shown; others are drop-downs. */
  choiceButtons: readonly ChoiceButtons[];
  /** The initially chosen wire value by attribute slug, from the request or the product's defaults. */
  chosen: Readonly<Record<string, string>>;
  /** The chosen variation, if the choice is complete and exists. */
  selected: Variation | null;
  quantity?: number;
  /** Id of the form, so that buttons outside can submit it. */
  formId?: string;
  /** True in the quick checkout, whose page may have another such form. */
  isQuick?: boolean;
}

/**
 * Renders the part below the choices: the chosen variation's details, quantity and buttons, and the containers of the
 * form's messages. These are there from the start, so that nothing moves.
 */
function VariationBuying({ product, selected, quantity, isQuick = false }: VariationFormProps) {
  const locale = useLocale();
  const { minQuantity, maxQuantity } = product.availability;
  const shown = selected && variationData(product, selected, locale);
  return (
    <shop-variations data-lowest={minQuantity} data-highest={maxQuantity ?? undefined}>
      <div className="reset_variations_alert vh" role="alert" aria-live="polite" aria-relevant="all" />
      <div className="single_variation_wrap">
        <div className="variation-answer">
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
            product={product}
            isNamed={false}
            availability={selected?.availability ?? product.availability}
            isQuick={isQuick}
            download={downloadMark(product, locale.currency)}
            {...(quantity !== undefined && { quantity })}
          />
        </div>
      </div>
    </shop-variations>
  );
}

/** Returns the id of the picture that replaces the product's first one. */
function shownPictureId({ product, selected }: VariationFormProps): number | undefined {
  const id = selected?.picture?.id;
  return id === product.allPictures[0]?.id ? undefined : id;
}

/**
 * Renders the form of a variable product. Without scripts it posts the attributes and the server finds the variation.
 */
export function VariationForm(props: VariationFormProps) {
  const { product, maxEmbedded, choiceButtons, chosen, formId, isQuick } = props;
  const locale = useLocale();
  const isEmbedded = product.variations.length <= maxEmbedded;
  if (product.variations.length === 0) {
    return (
      <>
        <p className="stock out-of-stock">{locale.t("product.notForSale")}</p>
        <StandaloneHeart product={product} />
      </>
    );
  }
  return (
    <form
      className={`variations_form cart${downloadFormClass(product)}`}
      id={formId}
      action={routes.product(product.slug)}
      method="post"
      data-product_id={product.id}
      current-image={shownPictureId(props)}
      data-product_variations={isEmbedded ? variationsJson(product, locale) : "false"}
    >
      <VariationChoices
        product={product}
        chosen={chosen}
        choiceButtons={choiceButtons}
        idPrefix={isQuick ? "quick-" : ""}
        note={
          isQuick && (
            <p className="last-choices muted small" hidden>
              {locale.t("catalogue.quick.lastChoices")}{" "}
            </p>
          )
        }
      />
      <VariationBuying {...props} />
      <DownloadNote product={product} />
      <VariationRoom product={product} />
      <template className="unchosen-price">
        {product.price && <Price label={product.price} saving={savingText(product.price, locale)} />}
      </template>
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
