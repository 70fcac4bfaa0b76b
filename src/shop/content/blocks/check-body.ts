import { decodeHtml } from "../../contact/html-text.rules.ts";
import { hostedVideoOf, ownFile, type Schema } from "./block-attributes.ts";
import { type BlockName, blockKinds, ignoredAttributes } from "./block-kinds.ts";
import {
  type Block,
  type BodyProblem,
  maxBlocks,
  maxDepth,
  type Part,
  parseBody,
  readBody,
  writtenNames,
} from "./parse-body.ts";
import { quizFaults, quizIdOf, quizPlaceFaults } from "./quiz.ts";

const sentences: Readonly<Record<BodyProblem["reason"], (source: string) => string>> = {
  unknown: (source) => `${source} is unknown and not shown`,
  "too many": (source) => `${source} and what follows is not shown: a page can have ${maxBlocks} blocks`,
  "too deep": (source) => `${source} is not shown: blocks can be nested ${maxDepth} deep`,
  unclosed: (source) => `${source} is not shown: its closing tag is missing or in another paragraph`,
  capitals: (source) => `${source} is not shown: write its name in small letters`,
  cut: (source) => `${source} is not shown: its closing bracket is missing`,
  unopened: (source) => `${source} is not shown: there is no opening tag before it`,
  misplaced: (source) => `${source} is not shown: it is in a link, heading or caption`,
};

/** A shortcode, link or picture that is not shown as written. */
export interface Fault {
  /** Grows with the body. */
  place: number;
  /** What is wrong. */
  text: string;
  /** Whether it is a shortcode that this shop does not have. */
  isUnknown?: boolean;
}

/**
 * Adds the lines of a body's faults in the file that it was made from; undefined for what the file has more or less often
 * than the body. In linear time.
 * @param file its whole text, and where its front matter ends
 */
export function placeInText(
  file: { text: string; bodyStart: number },
  body: string,
  faults: readonly Fault[],
): { line: number | undefined; text: string }[] {
  if (faults.length === 0) return [];
  const lines = new Map<string, number[]>();
  const text = file.text.slice(file.bodyStart).replaceAll("&#91;", "[").replaceAll("&#93;", "]");
  let line = file.text.slice(0, file.bodyStart).split("\n").length;
  let counted = 0;
  for (const { 0: name, index } of text.matchAll(writtenNames)) {
    line += text.slice(counted, index).split("\n").length - 1;
    counted = index;
    add(lines, decodeHtml(name), line);
  }
  const { written } = readBody(body);
  const places = new Map<string, number[]>();
  for (const [place, name] of written.entries()) add(places, decodeHtml(name), place);
  return faults.map(({ place, text }) => {
    const name = decodeHtml(written[place] ?? "");
    const [inFile = [], inBody = []] = [lines.get(name), places.get(name)];
    const isKnown = inFile.length === inBody.length && inFile.length < maxAlike;
    return { line: isKnown ? inFile[inBody.indexOf(place)] : undefined, text };
  });
}

/** So many shortcodes or addresses that are written alike have no lines any more. */
const maxAlike = 100;

function add(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (!list) lists.set(name, [value]);
  else if (list.length < maxAlike) list.push(value);
}

/** Returns one sentence for each shortcode of a body that is not shown as written, in its order. */
export function checkBody(html: string): string[] {
  return faultsIn(html).map(({ text }) => text);
}

/** Lists what the shortcodes of a body do not show as written, in its order. */
export function faultsIn(html: string): Fault[] {
  const { parts, problems } = parseBody(html);
  const unshown = problems.map(({ place, source, reason }) => ({
    place,
    text: sentences[reason](source),
    isUnknown: reason === "unknown",
  }));
  return [...unshown, ...blockFaults(parts, undefined), ...repeatedQuizzes(parts)].sort((a, b) => a.place - b.place);
}

function blockFaults(parts: readonly Part[], parent: BlockName | undefined): Fault[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const misplaced = quizPlaceFaults(part, parent);
    const own = [...faultsOf(part), ...misplaced].map((text) => ({ place: part.place, text }));
    return [...own, ...blockFaults(part.content, part.name)];
  });
}

/** A visitor's answers are those to the quiz of an id. */
function repeatedQuizzes(parts: readonly Part[]): Fault[] {
  const seen = new Set<number>();
  return parts.flatMap((part) => {
    const id = typeof part === "string" ? undefined : quizIdOf(part);
    if (typeof part === "string" || id === undefined) return [];
    if (seen.has(id)) return [{ place: part.place, text: `${part.source} has the id of another quiz` }];
    seen.add(id);
    return [];
  });
}

/** Returns the ids of the quizzes in a body. */
export function quizIdsIn(html: string): number[] {
  return parseBody(html).parts.flatMap((part) => (typeof part === "string" ? [] : (quizIdOf(part) ?? [])));
}

const oneProduct = ["id", "sku", "slug"];
/** One of these attributes a block needs to show anything. */
const neededAttributes: Readonly<Partial<Record<BlockName, readonly string[]>>> = {
  product: oneProduct,
  add_to_cart: oneProduct,
  gallery: ["ids", "pictures"],
  video: ["src", "mp4", "webm"],
  audio: Object.keys(blockKinds.audio).filter((name) => name !== "title"),
  downloads: ["files"],
};

function faultsOf(block: Block): string[] {
  const { name, attributes, content, source } = block;
  const schema: Schema = blockKinds[name];
  const faults = [...attributes].flatMap(([attribute, value]) => {
    const known = schema[attribute];
    if (!known) return ignoredAttributes.has(attribute) ? [] : [`${source} has no attribute "${attribute}"`];
    return known.read(value) === undefined ? [`${attribute} of ${source} has to be ${known.meaning}`] : [];
  });
  const needed = neededAttributes[name];
  if (needed && !needed.some((attribute) => attributes.has(attribute)))
    faults.push(
      `${source} shows nothing: it needs ${needed.slice(0, -1).join(", ")}${needed.length > 1 ? " or " : ""}${needed.at(-1)}`,
    );
  if (name === "quiz") faults.push(...quizFaults(block));
  if (name === "embed") {
    const [address = ""] = content.filter((part) => typeof part === "string");
    const text = address.replace(/<[^<>]*>/g, "").trim();
    if (!hostedVideoOf(text) && ownFile.read(text) === undefined)
      faults.push(`${source} is shown as a link: only videos on YouTube and Vimeo are embedded`);
  }
  return faults;
}
