import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { logoPath } from "../layout/logo.tsx";
import { type DrawnPage, type NamedShop, sharePictureSize } from "../rendering/share-picture-file.ts";

const margin = 80;
const colours = { paper: "#fbfaf5", ink: "#17503b", quiet: "#4a5a50" };
/** The second one has Latin letters too, for names in an Urdu title. */
const fonts = {
  latin: { face: "Instrument Sans SemiBold", file: "instrument-sans-600.ttf" },
  arabic: { face: "Noto Naskh Arabic SemiBold", file: "noto-naskh-arabic-600.ttf" },
};
/** Longer titles are cut. */
const maxTitle = 120;

/** Reads the parts of a name as `sharePictureFile` makes it. */
export function readSharePictureFile(file: string): Pick<DrawnPage, "kind" | "id"> | undefined {
  const [, kind, id] = /^(product|article)-([1-9]\d{0,14})-[\da-f]{16}\.jpg$/.exec(file) ?? [];
  return kind === "product" || kind === "article" ? { kind, id: Number(id) } : undefined;
}

/** Draws a share picture as JPEG: the title between the shop's logo and its short line. */
export async function drawSharePicture({ title }: DrawnPage, shop: NamedShop): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const { width, height } = sharePictureSize;
  const text = async (words: string, size: number, colour: string, lines: number) => {
    const shown = drawable(words);
    if (shown === "") return undefined;
    const isRightToLeft = hasArabic(shown);
    const { face, file } = fonts[isRightToLeft ? "arabic" : "latin"];
    const options = {
      text: `<span foreground="${colour}">${isRightToLeft ? rightToLeftMark : ""}${escapeMarkup(shown)}</span>`,
      font: `${face} ${size}`,
      fontfile: fontFile(file),
      rgba: true,
      width: width - 2 * margin,
    };
    const drawn = await sharp({ text: options }).png().toBuffer({ resolveWithObject: true });
    // A word can be wider than the picture.
    const room = { width: width - 2 * margin, height: Math.round(size * 1.4 * lines) };
    const { data, info } = await sharp(drawn.data)
      .resize({ ...room, fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { input: data, right: isRightToLeft ? margin + info.width : undefined };
  };
  const shownTitle = shortened(title);
  const [name, heading, tagline] = await Promise.all([
    text(shop.shop_name, 40, colours.ink, 1),
    text(shownTitle, shownTitle.length > 60 ? 56 : 76, colours.ink, 4),
    text(shop.shop_tagline, 30, colours.quiet, 1),
  ]);
  const layers = [
    // The logo stands before the name.
    { drawn: name && { ...name, right: undefined }, left: margin + 76, top: margin + 10 },
    { drawn: heading, left: margin, top: margin + 130 },
    { drawn: tagline, left: margin, top: height - margin - 34 },
  ].flatMap(({ drawn, left, top }) =>
    drawn ? [{ input: drawn.input, left: drawn.right === undefined ? left : width - drawn.right, top }] : [],
  );
  return sharp(Buffer.from(background())).composite(layers).jpeg({ quality: 86, mozjpeg: true }).toBuffer();
}

function background(): string {
  const { width, height } = sharePictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colours.paper}"/>
    <rect y="${height - 12}" width="100%" height="12" fill="${colours.ink}"/>
    <path transform="translate(${margin} ${margin}) scale(2.5)" fill="${colours.ink}" d="${logoPath}"/></svg>`;
}

/** Lets a line that begins with a Latin name run from the right, too. */
const rightToLeftMark = "\u200f";

function hasArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

/** Returns a text that a font has letters for, on one line; "" for others, which would be drawn as empty boxes. */
function drawable(text: string): string {
  const line = text
    .replace(/(?!\u200c)(?:\p{Extended_Pictographic}|\p{C})/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(line) ? line : "";
}

function shortened(title: string): string {
  const letters = Array.from(title);
  return letters.length > maxTitle
    ? `${letters
        .slice(0, maxTitle - 1)
        .join("")
        .trimEnd()}…`
    : title;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Returns a font's path: next to this file in the sources, next to the bundle in a build. */
function fontFile(file: string): string {
  const places = ["./fonts/", "../fonts/"].map((folder) => new URL(folder + file, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`The font ${file} of share pictures is missing from this build`);
  return fileURLToPath(found);
}
