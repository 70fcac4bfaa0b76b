import { plainTextOf } from "../sanitise.ts";

/** What is written about a picture, as plain text; what is missing stays as it is. */
export interface MediaTexts {
  title?: string;
  /** What it shows, for people who do not see it. */
  alt?: string;
  caption?: string;
  description?: string;
}

/** Returns texts without tags and without those that are undefined. */
export function plainTexts(given: { [Name in keyof MediaTexts]: string | undefined }): MediaTexts {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, plainTextOf(text).trim()]])),
  );
}
