import { hash } from "node:crypto";
import type { ConsentText } from "./consents.ts";

/** Returns a text to which visitors agree, with its hash. @param language as in the settings */
export function hashedText(language: string, body: string): ConsentText {
  return { hash: hash("sha256", body).slice(0, 16), language, body };
}
