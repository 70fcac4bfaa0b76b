import type { Picture as PictureOf } from "#shop/catalogue/pictures/picture.ts";
import { Picture } from "#ui/picture.tsx";

/** Renders the small picture of a cart or order line; a tinted square when the product has none. */
export function LinePicture({ picture }: { picture: PictureOf | null }) {
  if (!picture) return <span className="line-blank" />;
  return <Picture picture={picture} alt="" sizes="88px" />;
}
