import type { ReactNode } from "react";
import type { Part } from "#shop/content/blocks/parse-body.ts";
import { PictureSources } from "#ui/picture.tsx";
import type { BlockData } from "./block.ts";

/** Width of the column of text, in rem and as a `sizes` value. */
const columnRem = 42;
export const columnSizes = `(min-width: 45rem) ${columnRem}rem, 92vw`;

/** A picture of the shop in sanitised HTML. */
const ownPicture = /<img\b[^<>]*?\ssrc="(\/media\/[^"]+)"[^<>]*>/g;

/** Lists the pictures of the shop in the text of a body, as `findNamedPictures` takes them. */
export function picturesInText(parts: readonly Part[]): string[] {
  return parts.flatMap((part) =>
    typeof part === "string"
      ? [...part.matchAll(ownPicture)].map(([, address = ""]) => address)
      : picturesInText(part.content),
  );
}

/** Offers browsers the renditions of the pictures in sanitised HTML, and reserves the space of those without a size. */
export function withRenditions(html: string, data: BlockData, render: (node: ReactNode) => string): string {
  return html.replace(ownPicture, (element, address: string) => {
    const picture = data.picture(address);
    if (!picture) return element;
    const width = Number(/\swidth="(\d+)"/.exec(element)?.[1] ?? picture.width);
    const size = /\s(?:width|height)="/.test(element) ? "" : ` width="${picture.width}" height="${picture.height}"`;
    const loading = /\sloading="/.test(element) ? "" : ' loading="lazy"';
    const sizes = width > 0 && width < columnRem * 16 ? `min(${width}px, 92vw)` : columnSizes;
    const sources = render(<PictureSources picture={picture} sizes={sizes} />);
    return `<picture>${sources}${element.replace("<img", `<img${size}${loading}`)}</picture>`;
  });
}
