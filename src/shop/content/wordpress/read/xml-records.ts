import { createReadStream } from "node:fs";
import sax from "sax";

/** An element with its text, including that of CDATA sections, and its child elements. */
export interface XmlElement {
  name: string;
  /** Of its start tag in the file, from 1. */
  line: number;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
}

/** A direct child of the document's second element, such as an item of a feed. */
export interface XmlRecord extends XmlElement {
  /** Why only a part of it was read; "" if all of it was. */
  problem: string;
}

/** Why a file is refused, with the place. */
export class XmlProblem extends Error {
  constructor(problem: string, line: number, column: number) {
    super(`line ${line}, column ${column}: ${problem}`);
    this.name = "XmlProblem";
  }
}

/** The most characters of one element's text. */
const maxText = 2_000_000;
/** The most characters of a record, counting `elementCost` for each element. */
const maxRecord = 32_000_000;
const elementCost = 200;
const maxDepth = 20;

/**
 * Reads the records of an XML file one by one, in flat memory: what exceeds a limit is skipped and named in `problem`. The
 * file must be well-formed UTF-8 without a document type, so there are no entities to expand.
 * @throws XmlProblem
 */
export async function* readXmlRecords(file: string): AsyncGenerator<XmlRecord> {
  const records: XmlRecord[] = [];
  const parser = openParser((record) => records.push(record));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw problemAt(parser, "the text is not UTF-8");
    }
  };
  for await (const bytes of createReadStream(file)) {
    parser.write(decode(bytes as Uint8Array));
    yield* records.splice(0);
  }
  decode();
  parser.close();
  yield* records.splice(0);
}

/** Opens a parser whose handlers throw, which ends the reading. */
function openParser(onRecord: (record: XmlRecord) => void): sax.SAXParser {
  const parser = sax.parser(true, { position: true, strictEntities: true } as sax.SAXOptions);
  const open: XmlElement[] = [];
  let depth = 0;
  let size = 0;
  let record: XmlRecord | undefined;
  const skip = (problem: string) => {
    if (record?.problem === "") record.problem = problem;
  };
  const refuse = (problem: string): never => {
    throw problemAt(parser, problem);
  };
  parser.onerror = ({ message }) =>
    refuse(/doctype/i.test(message) ? documentType : `the XML is broken (${message.split("\n")[0]?.toLowerCase()})`);
  parser.ondoctype = () => refuse(documentType);
  parser.onsgmldeclaration = () => refuse(documentType);
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = name === "xml" ? /encoding\s*=\s*["']([^"']*)/i.exec(body)?.[1] : undefined;
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) refuse(`the encoding ${encoding} is not UTF-8`);
  };
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) refuse(`elements are nested deeper than ${maxDepth} levels`);
    if (depth < 3) return;
    const element = { name, line: parser.line + 1, attributes: texts(attributes), text: "", children: [] };
    size = depth === 3 ? 0 : size + elementCost;
    if (depth === 3) record = { ...element, problem: "" };
    else if (size < maxRecord) open.at(-1)?.children.push(element);
    else skip(tooLarge);
    open.push(depth === 3 && record ? record : element);
  };
  const onText = (text: string) => {
    const element = open.at(-1);
    if (!element) return;
    size += text.length;
    if (size > maxRecord) skip(tooLarge);
    else if (element.text.length + text.length > maxText) skip(`${element.name} is larger than 2 MB`);
    else element.text += text;
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    depth -= 1;
    const closed = open.pop();
    if (closed) closed.text = storable(closed.text);
    if (depth === 2 && record) onRecord(record);
  };
  return parser;
}

const documentType = "it has a document type (DTD), which no export needs";
const tooLarge = "it is larger than 32 MB";

function problemAt({ line, column }: { line: number; column: number }, problem: string): XmlProblem {
  return new XmlProblem(problem, line + 1, column);
}

function texts(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, storable(String(value))]));
}

/** Removes what the database cannot store or no page can show: control characters and halves of characters. */
function storable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is removed.
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udfff]/gu, "");
}
