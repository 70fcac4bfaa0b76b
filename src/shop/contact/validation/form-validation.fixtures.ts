import type { FormFile, FormRule } from "./form-validation.rules.ts";

/** A second implementation of the rules, slow and without the first one's regular expressions: tests compare the two. */
export function referencePasses(rule: FormRule, values: readonly (string | FormFile)[]): boolean {
  const texts = values
    .flatMap((value) => (typeof value === "string" ? [stripped(value)] : []))
    .filter((text) => text !== "");
  const files = values.flatMap((value) => (typeof value === "string" ? [] : [value]));
  const limit = Number(rule.threshold);
  const bytes = files.map(({ size }) => size).reduce((a, b) => a + b, 0);
  const units = texts.join("").split("\r\n").join("\n").length;
  switch (rule.rule) {
    case "required":
      return texts.length !== 0;
    case "requiredfile":
      return files.length !== 0;
    case "email":
      return !texts.some((text) => !email(text));
    case "url":
      return !texts.some((text) => !url(text));
    case "tel":
      return !texts.some((text) => !phone(text));
    case "number":
      return !texts.some((text) => !number(text));
    case "date":
      return !texts.some((text) => !date(text));
    case "time":
      return !texts.some((text) => !time(text));
    case "file":
      return files.every(({ name }) => (rule.accept ?? []).some((entry) => fileMatches(name, String(entry))));
    case "enum":
      return texts.every((text) => (rule.accept ?? []).includes(text));
    case "dayofweek":
      return texts.filter(date).every((text) => (rule.accept ?? []).map(Number).includes(weekday(text)));
    case "minitems":
      return texts.length >= limit;
    case "maxitems":
      return texts.length <= limit;
    case "minlength":
      return texts.length === 0 || units >= limit;
    case "maxlength":
      return units <= limit;
    case "minnumber":
      return texts.filter(number).every((text) => Number(text) >= limit);
    case "maxnumber":
      return texts.filter(number).every((text) => Number(text) <= limit);
    case "mindate":
      return texts.filter(dateShaped).every((text) => [text, String(rule.threshold)].sort()[1] === text);
    case "maxdate":
      return texts.filter(dateShaped).every((text) => [text, String(rule.threshold)].sort()[0] === text);
    case "minfilesize":
      return files.length === 0 || bytes >= limit;
    case "maxfilesize":
      return bytes <= limit;
    case "stepnumber":
      return texts.filter(number).every((text) => onStep(text, String(rule.base), String(rule.interval)));
    case "all":
      return (rule.rules ?? []).every((one) => referencePasses(one, values));
    case "any":
      return (rule.rules ?? []).filter((one) => referencePasses(one, values)).length > 0;
    default:
      throw new Error(`The reference does not know the rule ${rule.rule}`);
  }
}

const digits = "0123456789";
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

function consistsOf(text: string, allowed: string): boolean {
  return text.length > 0 && Array.from(text).every((character) => allowed.includes(character));
}

function stripped(text: string): string {
  const isSpace = (character: string | undefined) => character !== undefined && /\s/.test(character);
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function email(text: string): boolean {
  if (text.length < 6) return false;
  const halves = text.split("@");
  const [local = "", domain = ""] = halves;
  if (halves.length !== 2 || !consistsOf(local, `${letters}${digits}!#$%&'*+/=?^_\`{|}~.-`)) return false;
  const labels = domain.split(".");
  if (labels.length < 2) return false;
  return labels.every((label) => consistsOf(label, `${letters}${digits}-`) && label[0] !== "-" && label.at(-1) !== "-");
}

const schemes =
  "http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn".split(
    " ",
  );

function url(text: string): boolean {
  return URL.canParse(text) && schemes.includes(text.slice(0, text.indexOf(":")).toLowerCase());
}

function phone(text: string): boolean {
  let normalised = "";
  for (const character of text) {
    if (character === "#" || character === "*") break;
    if (!"()/.-".includes(character) && !/\s/.test(character)) normalised += character;
  }
  if (normalised.startsWith("00")) normalised = `+${normalised.slice(2)}`;
  const plain = normalised.startsWith("+") ? normalised.slice(1) : normalised;
  return consistsOf(plain, digits) && normalised.length >= 6 && normalised.length <= 15;
}

function number(text: string): boolean {
  const [mantissa = "", exponent, ...more] = text.split(/e/i);
  if (more.length > 0) return false;
  if (exponent !== undefined) {
    const unsigned = "+-".includes(exponent[0] ?? "x") ? exponent.slice(1) : exponent;
    if (!consistsOf(unsigned, digits)) return false;
  }
  const unsigned = mantissa.startsWith("-") ? mantissa.slice(1) : mantissa;
  const [whole = "", fraction, ...rest] = unsigned.split(".");
  if (rest.length > 0) return false;
  if (fraction === undefined) return consistsOf(whole, digits);
  return consistsOf(fraction, digits) && (whole === "" || consistsOf(whole, digits));
}

function dateShaped(text: string): boolean {
  const [year = "", month = "", day = "", ...more] = text.split("-");
  return (
    more.length === 0 &&
    [year, month, day].every((part) => consistsOf(part, digits)) &&
    year.length >= 4 &&
    month.length === 2 &&
    day.length === 2
  );
}

function isLeap(year: bigint): boolean {
  return year % 400n === 0n || (year % 4n === 0n && year % 100n !== 0n);
}

function date(text: string): boolean {
  if (!dateShaped(text)) return false;
  const [year = 0n, month = 0n, day = 0n] = text.split("-").map(BigInt);
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year > 0n && day > 0n && day <= BigInt(lengths[Number(month) - 1] ?? 0);
}

/** Zeller's congruence, from 1 on Monday to 7 on Sunday. */
function weekday(text: string): number {
  let [year = 0n, month = 0n, day = 0n] = text.split("-").map(BigInt);
  if (month < 3n) {
    month += 12n;
    year -= 1n;
  }
  const century = year / 100n;
  const rest = year % 100n;
  const fromSaturday = (day + (13n * (month + 1n)) / 5n + rest + rest / 4n + century / 4n + 5n * century) % 7n;
  day = (fromSaturday + 5n) % 7n;
  return Number(day) + 1;
}

function time(text: string): boolean {
  const parts = text.split(":");
  const below = [24, 60, 60];
  return (
    (parts.length === 2 || parts.length === 3) &&
    parts.every((part, index) => part.length === 2 && consistsOf(part, digits) && Number(part) < (below[index] ?? 0))
  );
}

/** Reads numbers with up to six decimals exactly. */
function millionths(text: string): bigint {
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  const size = BigInt(`${whole}${fraction.padEnd(6, "0")}`);
  return negative ? -size : size;
}

function onStep(value: string, base: string, interval: string): boolean {
  const step = millionths(interval);
  return step <= 0n || (millionths(value) - millionths(base)) % step === 0n;
}

/** Extensions and their types; not all of the rule's. */
export const referenceTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpe: "image/jpeg",
  png: "image/png",
  tif: "image/tiff",
  ico: "image/x-icon",
  avif: "image/avif",
  heics: "image/heic-sequence",
  mov: "video/quicktime",
  m4v: "video/mp4",
  ogv: "video/ogg",
  mkv: "video/x-matroska",
  "3g2": "video/3gpp2",
  txt: "text/plain",
  srt: "text/plain",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  htm: "text/html",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  oga: "audio/ogg",
  mka: "audio/x-matroska",
  pdf: "application/pdf",
  js: "application/javascript",
  gz: "application/x-gzip",
  "7z": "application/x-7z-compressed",
  xcf: "application/octet-stream",
  doc: "application/msword",
  xlt: "application/vnd.ms-excel",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ppsx: "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
  xlsb: "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
  sldm: "application/vnd.ms-powerpoint.slide.macroEnabled.12",
  onetmp: "application/onenote",
  odf: "application/vnd.oasis.opendocument.formula",
  wpd: "application/wordperfect",
  pages: "application/vnd.apple.pages",
};

function fileMatches(name: string, entry: string): boolean {
  const parts = name.toLowerCase().split(".");
  const extension = parts.at(-1) ?? "";
  if (parts.length === 1) return false;
  if (entry.startsWith(".")) return entry.slice(1).toLowerCase() === extension;
  const type = Object.hasOwn(referenceTypes, extension) ? (referenceTypes[extension] ?? "") : "";
  const [main, sub] = entry.split("/");
  return sub === "*" ? type.split("/")[0] === main?.toLowerCase() : type === entry;
}
