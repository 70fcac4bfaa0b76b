import { readFileSync } from "node:fs";
import { errorCode } from "#platform/error-code.ts";

/** Returns the text of a small file, or undefined if it does not exist. */
export function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
