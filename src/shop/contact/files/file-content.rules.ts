type Bytes = Readonly<Uint8Array>;

/** How many bytes at the start of a file are looked at. */
export const headBytes = 1100;

/** Signatures as Latin-1 text with their offset, by the extensions that need one of them. */
const signatures: readonly [extensions: string, ...signs: (readonly [sign: string, offset: number])[]][] = [
  ["jpg jpeg jpe", ["\xff\xd8\xff", 0]],
  ["png", ["\x89PNG\r\n\x1a\n", 0]],
  ["gif", ["GIF87a", 0], ["GIF89a", 0]],
  ["webp", ["WEBP", 8]],
  ["bmp", ["BM", 0]],
  ["tif tiff", ["II*\0", 0], ["MM\0*", 0]],
  ["ico", ["\0\0\x01\0", 0]],
  ["avif heic heif heics heifs mp4 m4v m4a 3gp 3gpp 3g2 3gp2", ["ftyp", 4]],
  ["mov qt", ["ftyp", 4], ["moov", 4], ["mdat", 4], ["wide", 4], ["free", 4]],
  ["pdf", ["%PDF-", 0]],
  ["zip docx dotx docm dotm xlsx xltx xlsm xlsb xltm xlam pptx ppsx potx sldx", ["PK\x03\x04", 0], ["PK\x05\x06", 0]],
  ["pptm ppsm potm ppam sldm odt odp ods odg odc odb odf oxps xps key numbers pages epub", ["PK\x03\x04", 0]],
  ["doc xls xla xlt xlw ppt pot pps mpp", ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0]],
  ["rtf", ["{\\rtf", 0]],
  ["gz gzip", ["\x1f\x8b", 0]],
  ["rar", ["Rar!\x1a\x07", 0]],
  ["7z", ["7z\xbc\xaf\x27\x1c", 0]],
  ["tar", ["ustar", 257]],
  ["mp3", ["ID3", 0], ["\xff\xfb", 0], ["\xff\xf3", 0], ["\xff\xf2", 0], ["\xff\xfa", 0]],
  ["ogg oga ogv", ["OggS", 0]],
  ["wav", ["WAVE", 8]],
  ["avi", ["AVI ", 8]],
  ["flac", ["fLaC", 0]],
  ["mkv mka webm", ["\x1aE\xdf\xa3", 0]],
  ["mid midi", ["MThd", 0]],
  ["psd", ["8BPS", 0]],
];

/** Extensions of plain text; such files contain no NUL. */
const texts = new Set("txt asc c cc h srt csv tsv ics rtx css vtt dfxp js htm html".split(" "));

/** Starts of programs, and the extensions that may have them. */
const programs: readonly [start: RegExp, extensions: string][] = [
  [/^MZ/, "exe"],
  [/^\x7fELF/, ""],
  [/^\xca\xfe\xba\xbe/, "class"],
  [/^#!/, ""],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|script|iframe|svg|\?php|\?=)/i, "htm html"],
];

/**
 * Whether a file's first bytes fit its extension (lower case, without dot). Types without a known signature only must not
 * be programs or web pages.
 */
export function isContentOf(extension: string, head: Bytes): boolean {
  const text = String.fromCharCode(...head.subarray(0, headBytes));
  if (programs.some(([start, allowed]) => start.test(text) && !allowed.split(" ").includes(extension))) return false;
  if (texts.has(extension)) return !text.includes("\0");
  const known = signatures.find(([extensions]) => extensions.split(" ").includes(extension));
  if (!known) return true;
  const [, ...signs] = known;
  return signs.some(([sign, offset]) => text.startsWith(sign, offset));
}

/** Parts of a name that servers may run, wherever they are. */
const runnable =
  /^(?:php\d?|phtml|phar|pl|py|rb|cgi|asp|aspx|jsp|sh|bash|bat|cmd|com|exe|js|mjs|vbs|ps1|jar|htaccess)$/i;

/**
 * Returns the sender's name for a file as it is shown and mailed: without folders, control and direction characters, at
 * most 120 characters; inner extensions of programs get an underscore ("a.php.pdf" is "a.php_.pdf").
 */
export function shownFileName(name: string): string {
  const base = (name.split(/[\\/]/).at(-1) ?? "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"<>|:*?]/gu, "")
    .trim()
    .replace(/^\.+/, "");
  const parts = base.split(".");
  const safe = parts.map((part, index) =>
    index > 0 && index < parts.length - 1 && runnable.test(part) ? `${part}_` : part,
  );
  const extension = safe.length > 1 ? `.${safe.at(-1)}` : "";
  const stem = Array.from(safe.slice(0, extension === "" ? undefined : -1).join("."))
    .slice(0, 120 - extension.length)
    .join("");
  return `${stem || "file"}${extension.slice(0, 20)}`;
}

/** Returns the last extension of a name, in lower case and without the dot; "" without. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
