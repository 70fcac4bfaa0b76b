import { use } from "react";
import { routes } from "#routes";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoticesContext, type PageNotice } from "../../notices/fragments/notices.tsx";

interface BackInStockFormProps {
  product: ProductDetail;
  /** The chosen variation of a variable product. */
  variation: Variation | null;
  /** Id of the buying form whose choice a script follows. */
  watches: string;
}

/**
 * Renders the back-in-stock request form for products and variations that are out of stock. While the chosen variation
 * is in stock, only one line of space is reserved, so that the layout does not move. If the shop hides variations that
 * are out of stock, the form has its own select for them. Renders nothing when everything is in stock.
 */
export function BackInStockForm({ product, variation, watches }: BackInStockFormProps) {
  const { type, variations, hiddenVariations } = product;
  if (hiddenVariations.length > 0) return <Request product={product} choices={hiddenVariations} />;
  const isOut = ({ availability }: Pick<Variation, "availability">) => availability.status === "outofstock";
  const requested = type === "variable" ? variation : product;
  const isOffered = type === "variable" ? variations.some(isOut) : type === "simple" && isOut(product);
  if (!isOffered) return null;
  const isShown = requested !== null && isOut(requested);
  return (
    <Request
      product={product}
      requestedId={requested?.id ?? 0}
      isOpen={isShown}
      isOff={!isShown}
      {...(type === "variable" && { watches })}
    />
  );
}

interface RequestProps {
  product: ProductDetail;
  /** The product or variation to wait for; used when there are no `choices`. */
  requestedId?: number;
  /** The variations to choose from. */
  choices?: readonly Variation[];
  isOpen?: boolean;
  isOff?: boolean;
  watches?: string;
}

function Request({ product, requestedId, choices, isOpen = false, isOff = false, watches }: RequestProps) {
  const { t } = useLocale();
  const refused = use(NoticesContext).find(({ request }) => request !== undefined);
  return (
    <shop-back-in-stock data-watches={watches}>
      <details className={`back-in-stock${isOff ? " is-off" : ""}`} open={isOpen || refused !== undefined}>
        <summary className="link">{t("product.backInStock")}</summary>
        <form action={routes.product(product.slug)} method="post">
          {choices ? (
            <Field
              name="back-in-stock"
              id="back-in-stock-choice"
              label={t("product.backInStockChoice")}
              kind="select"
              value={String(refused?.request?.productId ?? choices[0]?.id ?? "")}
              options={choices.map((one) => ({ value: String(one.id), label: attributeLabels(product, one) }))}
            />
          ) : (
            <input type="hidden" name="back-in-stock" value={requestedId} />
          )}
          <ContactFields refused={refused} />
        </form>
      </details>
    </shop-back-in-stock>
  );
}

/** Returns a variation's attribute labels in the product's order. */
function attributeLabels({ attributes, name }: ProductDetail, variation: Variation): string {
  const words = attributes.flatMap(({ slug, options }) => {
    const value = variation.attributes[slug];
    return value ? [options.find((option) => option.value === value)?.label ?? value] : [];
  });
  return words.join(", ") || name;
}

function ContactFields({ refused }: { refused: PageNotice | undefined }) {
  const { t } = useLocale();
  return (
    <>
      <Field
        name="contact"
        id="back-in-stock-contact"
        label={t("product.backInStockContact")}
        hint={t("product.backInStockHint")}
        value={refused?.request?.contact ?? ""}
        error={refused?.text}
        isRequired
        maxLength={254}
        autoComplete="email"
        placeholder={t("product.backInStockExample")}
      />
      <p className="akismet-fields-container" hidden>
        <label>
          {t("product.doNotFill")}
          <textarea name="ak_hp_textarea" rows={2} cols={40} maxLength={100} />
        </label>
      </p>
      <Button type="submit" look="line">
        {t("product.backInStockSend")}
      </Button>
    </>
  );
}
