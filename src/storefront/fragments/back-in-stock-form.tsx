import { use } from "react";
import { routes } from "#routes";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoticesContext } from "./notices.tsx";

interface BackInStockFormProps {
  product: ProductDetail;
  /** The chosen variation of a variable product. */
  variation: Variation | null;
  /** The form that buys: a script has this one follow what is chosen there. */
  watches: string;
}

/**
 * Asks for news of a product, or variation, that is out of stock. While something that can be had is chosen only its place
 * is kept, so that nothing moves when it appears: one line, which opens. Absent where nothing is out of stock.
 */
export function BackInStockForm({ product, variation, watches }: BackInStockFormProps) {
  const { t } = useLocale();
  const { type, variations } = product;
  const isOut = ({ availability }: Pick<Variation, "availability">) => availability.status === "outofstock";
  const asked = type === "variable" ? variation : product;
  const isOffered = type === "variable" ? variations.some(isOut) : type === "simple" && isOut(product);
  if (!isOffered) return null;
  const isShown = asked !== null && isOut(asked);
  return (
    <details
      className={`back-in-stock${isShown ? "" : " is-off"}`}
      open={isShown}
      data-watches={type === "variable" ? watches : undefined}
    >
      <summary className="link">{t("product.backInStock")}</summary>
      <RequestForm slug={product.slug} productId={asked?.id ?? 0} />
    </details>
  );
}

function RequestForm({ slug, productId }: { slug: string; productId: number }) {
  const { t } = useLocale();
  const refused = use(NoticesContext).find(({ contact }) => contact !== undefined);
  return (
    <form action={routes.product(slug)} method="post">
      <input type="hidden" name="back-in-stock" value={productId} />
      <Field
        name="contact"
        id="back-in-stock-contact"
        label={t("product.backInStockContact")}
        hint={t("product.backInStockHint")}
        value={refused?.contact ?? ""}
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
    </form>
  );
}
