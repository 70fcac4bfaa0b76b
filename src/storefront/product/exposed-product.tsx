import { renderToStaticMarkup } from "react-dom/server";
import { scriptJson } from "#http/script-json.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { ProductDetail } from "#shop/catalogue/product.ts";
import { LocaleContext, useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { FactsTable } from "./facts-table.tsx";

/** Edge in px of the featured image. Source: storefront specification 2, 9. */
const edge = 400;

/**
 * Renders the product data for scripts: id, title, excerpt (the attribute table as HTML, else the short description)
 * and featuredImage (a URL). Source: storefront specification 3.
 */
export function ExposedProduct({ product, siteUrl }: { product: ProductDetail; siteUrl: string }) {
  const locale = useLocale();
  const { id, name, facts, shortDescription, allPictures } = product;
  const table = (
    <LocaleContext value={locale}>
      <FactsTable facts={facts} />
    </LocaleContext>
  );
  const [picture] = allPictures;
  const exposed = {
    id,
    title: name,
    excerpt: facts.length > 0 ? renderToStaticMarkup(table) : shortDescription,
    featuredImage: picture ? siteUrl + mediaSrc(square(picture)) : "",
  };
  return (
    <script
      type="application/json"
      id={`product-data-${id}`}
      className="product-data"
      dangerouslySetInnerHTML={{ __html: scriptJson(exposed) }}
    />
  );
}

/** Returns the JPEG rendition of that edge; the original when there is none. */
function square(picture: Picture): Pick<Picture, "file"> {
  return picture.renditions.find(({ format, width }) => format === "jpeg" && width === edge) ?? picture;
}
