import type { Metadata, Sharp } from "sharp";
import { cleanSvg, looksLikeSvg } from "./clean-svg.ts";
import { PictureProblem } from "./picture-file.ts";
import { importLimits, type PictureLimits } from "./picture-limits.ts";

type Kind = "jpeg" | "png" | "webp" | "gif" | "avif" | "tiff";

export interface PreparedPicture {
  bytes: Uint8Array;
  mediaType: "image/jpeg" | "image/png" | "image/webp" | "image/svg+xml";
  /** With the dot. */
  ending: ".jpg" | ".png" | ".webp" | ".svg";
  width: number;
  height: number;
}

/**
 * Returns the format by a file's first bytes. Other files must not reach the decoder, which also reads documents and
 * vector drawings that can refer to other files.
 */
export function pictureKind(bytes: Uint8Array): Kind | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(head)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(head)) return "webp";
  if (/^.{4}ftyp(avif|avis|mif1)/s.test(head)) return "avif";
  return /^(II\*\0|MM\0\*)/.test(head) ? "tiff" : undefined;
}

/**
 * Re-encodes a picture from its pixels: upright, in sRGB, without metadata. Of an animation the first frame is kept.
 * @param limits default: those of imports
 * @throws PictureProblem if it is not a picture, is broken, or is larger than the limits
 */
export async function preparePicture(
  bytes: Uint8Array,
  limits: PictureLimits = importLimits,
): Promise<PreparedPicture> {
  const { maxBytes, maxPixels, maxFrames } = limits;
  const kind = pictureKind(bytes);
  if (!kind && !looksLikeSvg(bytes)) throw new PictureProblem("it is not a picture");
  if (!kind && !limits.takesSvg) throw new PictureProblem("it is an SVG drawing");
  if (bytes.byteLength > maxBytes)
    throw new PictureProblem(`it is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
  const readable = kind ? bytes : cleanSvg(bytes);
  const tooLarge = `it has more than ${Math.round(maxPixels / 1_000_000)} megapixels`;
  const { default: sharp } = await import("sharp");
  const source = sharp(readable, { limitInputPixels: maxPixels, failOn: "error" });
  try {
    const { width, height, hasAlpha, frames } = checkSize(await source.metadata());
    if (width * height > maxPixels) throw new PictureProblem(tooLarge);
    if (frames > maxFrames) throw new PictureProblem(`it has more than ${maxFrames} frames`);
    if (!kind) return { bytes: readable, mediaType: "image/svg+xml", ending: ".svg", width, height };
    return await encode(source.autoOrient(), kind, hasAlpha);
  } catch (error) {
    if (error instanceof PictureProblem) throw error;
    throw new PictureProblem(error instanceof Error && /pixel limit/i.test(error.message) ? tooLarge : "it is broken");
  }
}

/** Returns a picture that `preparePicture` has encoded before, with the same bytes. @throws PictureProblem if it is broken */
export async function readPrepared(bytes: Uint8Array): Promise<PreparedPicture> {
  const kind = pictureKind(bytes);
  if (kind !== "jpeg" && kind !== "png" && kind !== "webp") throw new PictureProblem("it is not a picture");
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => {
      throw new PictureProblem("it is broken");
    });
  const { width, height } = checkSize(metadata);
  return { bytes, mediaType: `image/${kind}`, ending: endingOf(kind), width, height };
}

function endingOf(format: "jpeg" | "png" | "webp"): PreparedPicture["ending"] {
  return format === "jpeg" ? ".jpg" : `.${format}`;
}

function checkSize(metadata: Metadata): { width: number; height: number; hasAlpha: boolean; frames: number } {
  const { width, height, hasAlpha, pages = 1 } = metadata;
  if (!width || !height) throw new PictureProblem("it has no size");
  return { width, height, hasAlpha: hasAlpha === true, frames: pages };
}

async function encode(picture: Sharp, kind: Kind, hasAlpha: boolean): Promise<PreparedPicture> {
  const toPng = kind === "png" || kind === "gif" || (hasAlpha && kind !== "webp");
  const format = toPng ? "png" : kind === "webp" ? "webp" : "jpeg";
  const encoded = {
    png: () => picture.png(),
    webp: () => picture.webp({ quality: 90 }),
    jpeg: () => picture.jpeg({ quality: 90 }),
  };
  const { data, info } = await encoded[format]().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, mediaType: `image/${format}`, ending: endingOf(format), width, height };
}
