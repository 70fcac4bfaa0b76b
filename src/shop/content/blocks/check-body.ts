import { hostedVideoOf, ownFile, type Schema } from "./block-attributes.ts";
import { type BlockName, blockKinds, ignoredAttributes } from "./block-kinds.ts";
import { type Block, type BodyProblem, maxBlocks, maxDepth, type Part, parseBody } from "./parse-body.ts";
import { quizFaults, quizIdOf, quizPlaceFaults } from "./quiz.ts";

const sentences: Readonly<Record<BodyProblem["reason"], (source: string) => string>> = {
  unknown: (source) => `${source} is unknown and not shown`,
  "too many": (source) => `${source} and what follows is not shown: a page can have ${maxBlocks} blocks`,
  "too deep": (source) => `${source} is not shown: blocks can be nested ${maxDepth} deep`,
  unclosed: (source) => `${source} is not shown: its closing tag is missing or in another paragraph`,
  misplaced: (source) => `${source} is not shown: it is in a link, heading or caption`,
};

/** A shortcode that is not shown as written. */
interface Fault {
  line: number;
  /** As written. */
  source: string;
  text: string;
}

/** Returns one sentence for each shortcode of a body that is not shown as written, with its line. */
export function checkBody(html: string): string[] {
  return faultsIn(html).map(({ line, text }) => `line ${line}: ${text}`);
}

/** Returns the same of a body made from a file's text, with the lines of that text. */
export function checkBodyOf(text: string, html: string): string[] {
  let from = 0;
  return faultsIn(html).map(({ source, text: sentence }) => {
    const found = text.indexOf(source.replace(/…$/, ""), from);
    if (found >= 0) from = found;
    const place = found >= 0 ? `line ${text.slice(0, found).split("\n").length}` : "somewhere";
    return `${place}: ${sentence}`;
  });
}

function faultsIn(html: string): Fault[] {
  const { parts, problems } = parseBody(html);
  const unshown = problems.map(({ line, source, reason }) => ({ line, source, text: sentences[reason](source) }));
  return [...unshown, ...blockFaults(parts, undefined), ...repeatedQuizzes(parts)].sort((a, b) => a.line - b.line);
}

function blockFaults(parts: readonly Part[], parent: BlockName | undefined): Fault[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const place = quizPlaceFaults(part, parent);
    const own = [...faultsOf(part), ...place].map((text) => ({ line: part.line, source: part.source, text }));
    return [...own, ...blockFaults(part.content, part.name)];
  });
}

/** A visitor's answers are those to the quiz of an id. */
function repeatedQuizzes(parts: readonly Part[]): Fault[] {
  const seen = new Set<number>();
  return parts.flatMap((part) => {
    const id = typeof part === "string" ? undefined : quizIdOf(part);
    if (typeof part === "string" || id === undefined) return [];
    if (seen.has(id))
      return [{ line: part.line, source: part.source, text: `${part.source} has the id of another quiz` }];
    seen.add(id);
    return [];
  });
}

/** Returns the ids of the quizzes in a body. */
export function quizIdsIn(html: string): number[] {
  return parseBody(html).parts.flatMap((part) => (typeof part === "string" ? [] : (quizIdOf(part) ?? [])));
}

function faultsOf(block: Block): string[] {
  const { name, attributes, content, source } = block;
  const schema: Schema = blockKinds[name];
  const faults = [...attributes].flatMap(([attribute, value]) => {
    const known = schema[attribute];
    if (!known) return ignoredAttributes.has(attribute) ? [] : [`${source} has no attribute "${attribute}"`];
    return known.read(value) === undefined ? [`${attribute} of ${source} has to be ${known.meaning}`] : [];
  });
  if (name === "quiz") faults.push(...quizFaults(block));
  if (name === "embed") {
    const [address = ""] = content.filter((part) => typeof part === "string");
    const text = address.replace(/<[^<>]*>/g, "").trim();
    if (!hostedVideoOf(text) && ownFile.read(text) === undefined)
      faults.push(`${source} is shown as a link: only videos on YouTube and Vimeo are embedded`);
  }
  return faults;
}
