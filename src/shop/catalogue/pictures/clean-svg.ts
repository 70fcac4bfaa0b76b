import sax from "sax";
import { escapeHtml } from "../../contact/html-text.rules.ts";
import { PictureProblem } from "./picture-file.ts";

/** Largest drawing in bytes: it is parsed as a whole. */
const largestDrawing = 2 * 1024 * 1024;

const maxElements = 20_000;
const maxDepth = 50;

const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"];
const groups = ["svg", "g", "defs", "title", "desc", "linearGradient", "radialGradient", "stop", "clipPath"];

/** Elements that draw. Not `use`, which can multiply, and nothing that runs, links, loads or holds HTML. */
const elements: ReadonlySet<string> = new Set([...shapes, ...groups]);

/** Attributes that say how something looks; `style` is taken apart into them. */
const looks = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "stroke-dasharray",
  "stroke-dashoffset",
  "opacity",
  "color",
  "display",
  "visibility",
  "clip-path",
  "clip-rule",
  "stop-color",
  "stop-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
];
const lookNames: ReadonlySet<string> = new Set(looks);

const places =
  "id x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points width height viewBox preserveAspectRatio transform rotate offset textLength";
const placesOfPaint = "gradientUnits gradientTransform spreadMethod clipPathUnits";

const attributes: ReadonlySet<string> = new Set([...looks, ...places.split(" "), ...placesOfPaint.split(" ")]);

/** Returns whether a file begins like an SVG drawing. */
export function looksLikeSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("utf8");
  return /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<(?:svg:)?svg[\s>]/i.test(head);
}

/**
 * Returns a drawing with nothing but its shapes, texts, colours and gradients: it runs, links and loads nothing.
 * @throws PictureProblem if it is broken, larger than 2 MB or too complex
 */
export function cleanSvg(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength > largestDrawing) throw new PictureProblem("it is larger than 2 MB");
  const parser = sax.parser(true);
  const written: string[] = [];
  let depth = 0;
  let count = 0;
  /** The depth of the element that is left out with all that is in it. */
  let skippedAt: number | undefined;
  parser.onerror = () => {
    throw new PictureProblem("it is broken");
  };
  parser.onopentag = ({ name, attributes: given }) => {
    depth += 1;
    count += 1;
    if (depth > maxDepth || count > maxElements) throw new PictureProblem("it is too complex");
    if (skippedAt !== undefined) return;
    if (elements.has(name) && depth > 1 === (name !== "svg"))
      written.push(`<${name}${depth === 1 ? ' xmlns="http://www.w3.org/2000/svg"' : ""}${cleanAttributes(given)}>`);
    else skippedAt = depth;
  };
  parser.onclosetag = (name) => {
    if (skippedAt === undefined) written.push(`</${name}>`);
    if (skippedAt === depth) skippedAt = undefined;
    depth -= 1;
  };
  const write = (text: string) => {
    if (skippedAt === undefined && depth > 0) written.push(escapeHtml(text));
  };
  parser.ontext = write;
  parser.oncdata = write;
  parser
    .write(
      Buffer.from(bytes)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    )
    .close();
  if (written.length === 0) throw new PictureProblem("it is not a picture");
  return Buffer.from(written.join(""));
}

function cleanAttributes(given: Readonly<Record<string, unknown>>): string {
  const kept = new Map<string, string>();
  for (const [name, value] of Object.entries(given))
    if (attributes.has(name) && typeof value === "string" && isHarmless(value)) kept.set(name, value);
  const style = typeof given.style === "string" ? given.style : "";
  for (const declaration of style.split(";")) {
    const [name = "", value = ""] = declaration.split(/:(.*)/s).map((part) => part.trim());
    if (lookNames.has(name) && value !== "" && isHarmless(value)) kept.set(name, value);
  }
  return [...kept].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join("");
}

/** Returns whether an attribute contains no URL or style; references to parts of the same drawing (`url(#id)`) are allowed. */
function isHarmless(value: string): boolean {
  const rest = value.replace(/^url\(\s*["']?#[\w.-]+["']?\s*\)/, "");
  return !/[a-z-]+\s*:|url|image|\\|@|expression|\p{Cc}/iu.test(rest.replace(/[\n\r\t]/g, " "));
}
