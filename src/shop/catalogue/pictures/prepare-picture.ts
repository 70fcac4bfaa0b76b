import { readFile, writeFile } from "node:fs/promises";
import type { Metadata, OutputInfo, Sharp } from "sharp";
import { readBeginning } from "#platform/storage/local-files.ts";
import { cleanSvg, looksLikeSvg } from "./clean-svg.ts";
import { type originalEndings, PictureProblem } from "./picture-file.ts";
import { importLimits, type PictureLimits } from "./picture-limits.ts";

type Kind = "jpeg" | "png" | "webp" | "gif" | "avif" | "tiff";

/** What a prepared picture is. */
export interface PreparedFormat {
  mediaType: "image/jpeg" | "image/png" | "image/webp" | "image/svg+xml";
  /** With the dot. */
  ending: (typeof originalEndings)[number];
  width: number;
  height: number;
}

export interface PreparedPicture extends PreparedFormat {
  bytes: Uint8Array;
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
 * @throws PictureProblem if it is not a picture, is broken, or is larger than an import takes
 */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture> {
  const kind = checkStart({ head: bytes, byteSize: bytes.byteLength }, importLimits);
  if (!kind) throw new PictureProblem("it is an SVG drawing");
  return encodeWithin(bytes, kind, importLimits, async (picture) => {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return { bytes: data, ...formatOf(info) };
  });
}

/**
 * Does the same from file to file, so that neither is in memory; takes SVG drawings too if the limits do.
 * @param path of the sent file
 * @param target where the prepared picture is written
 * @throws PictureProblem
 */
export async function preparePictureFile(path: string, target: string, limits: PictureLimits): Promise<PreparedFormat> {
  const kind = checkStart(await readBeginning(path), limits);
  if (kind) return encodeWithin(path, kind, limits, async (picture) => formatOf(await picture.toFile(target)));
  if (!limits.takesSvg) throw new PictureProblem("it is an SVG drawing; to take these, set upload_svg to cleaned");
  const drawing = cleanSvg(await readFile(path));
  const { width, height } = await decodeWithin(drawing, limits, async (_, size) => size);
  await writeFile(target, drawing);
  return { mediaType: "image/svg+xml", ending: ".svg", width, height };
}

/** Returns the kind of a picture; undefined for an SVG drawing. @throws PictureProblem */
function checkStart(
  { head, byteSize }: { head: Uint8Array; byteSize: number },
  { maxBytes }: PictureLimits,
): Kind | undefined {
  const kind = pictureKind(head);
  if (!kind && !looksLikeSvg(head)) throw new PictureProblem("it is not a picture");
  if (byteSize > maxBytes) throw new PictureProblem(`it is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
  return kind;
}

function encodeWithin<T>(
  input: Uint8Array | string,
  kind: Kind,
  limits: PictureLimits,
  write: (encoded: Sharp) => Promise<T>,
): Promise<T> {
  return decodeWithin(input, limits, (picture, size) => write(encoded(picture.autoOrient(), kind, size)));
}

/** Opens a picture for `work`. @param input bytes or a path. @throws PictureProblem also if `work` finds that it is broken */
async function decodeWithin<T>(
  input: Uint8Array | string,
  { maxPixels, maxFrames }: PictureLimits,
  work: (picture: Sharp, size: PictureSize) => Promise<T>,
): Promise<T> {
  const tooLarge = `it has more than ${Math.round(maxPixels / 1_000_000)} megapixels`;
  const { default: sharp } = await import("sharp");
  const source = sharp(input, { limitInputPixels: maxPixels, failOn: "error" });
  try {
    const size = checkSize(await source.metadata());
    if (size.width * size.height > maxPixels) throw new PictureProblem(tooLarge);
    if (size.frames > maxFrames) throw new PictureProblem(`it has more than ${maxFrames} frames`);
    return await work(source, size);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    // The disk, not the picture.
    if (error instanceof PictureProblem || message.includes("system error")) throw error;
    throw new PictureProblem(/pixel limit/i.test(message) ? tooLarge : "it is broken");
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

interface PictureSize {
  width: number;
  height: number;
  hasAlpha: boolean;
  frames: number;
}

function checkSize(metadata: Metadata): PictureSize {
  const { width, height, hasAlpha, pages = 1 } = metadata;
  if (!width || !height) throw new PictureProblem("it has no size");
  return { width, height, hasAlpha: hasAlpha === true, frames: pages };
}

/** Largest JPEG (pixels) whose codes are optimised: that takes 7 bytes for each pixel. */
const mostOptimised = 8_000_000;

function encoded(picture: Sharp, kind: Kind, { width, height, hasAlpha }: PictureSize): Sharp {
  if (kind === "png" || kind === "gif" || (hasAlpha && kind !== "webp")) return picture.png();
  if (kind === "webp") return picture.webp({ quality: 90 });
  return picture.jpeg({ quality: 90, optimizeCoding: width * height <= mostOptimised });
}

function formatOf({ format, width, height }: OutputInfo): PreparedFormat {
  if (format !== "jpeg" && format !== "png" && format !== "webp") throw new Error(`A picture was encoded as ${format}`);
  return { mediaType: `image/${format}`, ending: endingOf(format), width, height };
}
