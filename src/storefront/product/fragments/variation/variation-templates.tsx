import { useLocale } from "#ui/locale.tsx";

const found = `<div class="variation-line"><div class="woocommerce-variation-price">{{{ data.variation.price_html }}}{{{ data.variation.offer_html }}}</div>
<div class="woocommerce-variation-availability">{{{ data.variation.availability_html }}}</div></div>
<div class="woocommerce-variation-description">{{{ data.variation.variation_description }}}</div>`;

/**
 * Renders the two templates that third-party variation scripts fill in. Once per page, since the popup has forms too.
 */
export function VariationTemplates() {
  const { t } = useLocale();
  const unavailable = `<p role="alert">${t("product.unavailable")}</p>`;
  return (
    <>
      <script type="text/template" id="tmpl-variation-template" dangerouslySetInnerHTML={{ __html: found }} />
      <script
        type="text/template"
        id="tmpl-unavailable-variation-template"
        dangerouslySetInnerHTML={{ __html: unavailable }}
      />
    </>
  );
}
