import { youtubeIdOf } from "../../catalogue/video/youtube-id.rules.ts";

/** What an attribute of a block may be. */
interface Attribute<T> {
  /** Used for a missing or unusable value. */
  fallback: T;
  /** Returns undefined for an unusable value. */
  read: (text: string) => T | undefined;
  /** What it has to be, for the check: "a whole number from 1 to 6". */
  meaning: string;
}

export type Schema = Readonly<Record<string, Attribute<unknown>>>;
export type ValuesOf<S extends Schema> = { [Name in keyof S]: S[Name] extends Attribute<infer T> ? T : never };

/** Elements of a list in one attribute. */
export const maxListed = 60;

/** Longest text in one attribute; the rest is cut off. */
export const maxText = 500;

export const text: Attribute<string> = {
  fallback: "",
  read: (text) => text.slice(0, maxText),
  meaning: "a text",
};

export function wholeNumber<T extends number | null>(least: number, most: number, fallback: T): Attribute<number | T> {
  return {
    fallback,
    read: (text) =>
      /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
    meaning: `a whole number from ${least} to ${most}`,
  };
}

/** An id of a product or picture; null: none. */
export const id: Attribute<number | null> = wholeNumber(1, 999_999_999_999, null);

export function choice<const T extends string>(values: readonly T[], fallback: NoInfer<T>): Attribute<T> {
  return {
    fallback,
    read: (text) => values.find((value) => value === text.toLowerCase()),
    meaning: `one of ${values.join(", ")}`,
  };
}

export const flag: Attribute<boolean> = {
  fallback: false,
  read: (text) => (/^(?:yes|true|1|on)$/i.test(text) ? true : /^(?:no|false|0|off|)$/i.test(text) ? false : undefined),
  meaning: "yes or no",
};

/** Texts that are separated by commas. */
export const list: Attribute<readonly string[]> = {
  fallback: [],
  read: splitList,
  meaning: `at most ${maxListed} texts with commas between them`,
};

export const ids: Attribute<readonly number[]> = {
  fallback: [],
  read(text) {
    const read = splitList(text)?.map(id.read);
    return read?.every((one) => typeof one === "number") ? read : undefined;
  },
  meaning: `at most ${maxListed} ids with commas between them`,
};

function splitList(text: string): string[] | undefined {
  const parts = text
    .slice(0, 10_000)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length <= maxListed ? parts : undefined;
}

/** Points of an answer by the names of a quiz's results: "kilim 2, silk". Without a number, one point. */
export const points: Attribute<ReadonlyMap<string, number>> = {
  fallback: new Map(),
  read(text) {
    const read = splitList(text)?.map((part) => /^([\w-]{1,60})(?:\s+(\d{1,3}))?$/.exec(part));
    return read?.every((one) => one !== null)
      ? new Map(read.map(([, name = "", number]) => [name, Number(number ?? 1)] as const))
      : undefined;
  },
  meaning: "results with their points and commas between them",
};

/** The name of a quiz's result, as in addresses. */
export const resultName: Attribute<string> = {
  fallback: "",
  read: (text) => (/^[\w-]{1,60}$/.test(text) ? text : undefined),
  meaning: "a name of letters, digits and hyphens",
};

/** A page of this shop or of another site. */
export const link: Attribute<string> = {
  fallback: "",
  read: (text) => (/^(?:\/(?![/\\])|https?:\/\/)[^\s\\]*$/.test(text) && text.length <= 2000 ? text : undefined),
  meaning: "a path of this shop, or an address with https://",
};

/** A picture or file of this shop: an id, a path below /media/, or the name under which it was imported. */
export const ownFile: Attribute<string> = {
  fallback: "",
  read: (text) =>
    /^[^\s:\\?#]+(?: [^\s:\\?#]+)*$/.test(text) && !text.includes("..") && text.length <= 500 ? text : undefined,
  meaning: "a file of this shop",
};

/** The same, several with commas between them. */
export const ownFiles: Attribute<readonly string[]> = {
  fallback: [],
  read(text) {
    const files = splitList(text)?.map(ownFile.read);
    return files?.every((file) => file !== undefined) ? files : undefined;
  },
  meaning: `at most ${maxListed} files of this shop with commas between them`,
};

/** A video on another site. */
interface HostedVideo {
  host: "youtube" | "vimeo";
  /** On Vimeo with the key of an unlisted video, after a slash. */
  id: string;
  /** Seconds from the beginning of the video at which it starts to play. */
  start: number;
}

/** Returns the video that an address on YouTube or Vimeo shows. */
export function hostedVideoOf(address: string): HostedVideo | undefined {
  const youtubeId = youtubeIdOf(address);
  if (youtubeId) return { host: "youtube", id: youtubeId, start: startIn(address) };
  const [, vimeoId, key] =
    /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:\/([\da-f]{6,16}))?\/?(?:[?#]\S*)?$/.exec(
      address,
    ) ?? [];
  return vimeoId ? { host: "vimeo", id: key ? `${vimeoId}/${key}` : vimeoId, start: startIn(address) } : undefined;
}

/** Reads where a video starts: "t=90", "t=1m30s" or "start=90" in the query, or "#t=90s" as on Vimeo. 0 for anything else. */
function startIn(address: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /[?&#](?:t|start)=(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?(?=[&#]|$)/.exec(address) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** A video on YouTube or Vimeo, or a file of this shop. */
export const videoSource: Attribute<string> = {
  fallback: "",
  read: (text) => (hostedVideoOf(text) ? text : ownFile.read(text)),
  meaning: "an address on YouTube or Vimeo, or a file of this shop",
};

/** Reads the attributes that a block knows. */
export function readAttributes<S extends Schema>(schema: S, given: ReadonlyMap<string, string>): ValuesOf<S> {
  const values = Object.entries(schema).map(([name, { read, fallback }]) => {
    const value = given.get(name);
    return [name, value === undefined ? fallback : (read(value) ?? fallback)] as const;
  });
  // Every name has the type of its attribute.
  return Object.fromEntries(values) as ValuesOf<S>;
}
