import { routes } from "#routes";
import type { Picture } from "./picture.ts";
import type { PictureRecord } from "./product-record.ts";

/** A picture with its URLs. */
export function toPicture(record: PictureRecord): Picture {
  const { file, renditions, ...rest } = record;
  return {
    ...rest,
    src: routes.media(file),
    renditions: renditions.map(({ file, ...rendition }) => ({ ...rendition, src: routes.media(file) })),
  };
}
