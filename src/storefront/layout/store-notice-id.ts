import { createHash } from "node:crypto";

/** The store notice with its id, which changes with the text; null without one. Source: wire notes 16. */
export function storeNoticeOf(text: string): { id: string; text: string } | null {
  return text === "" ? null : { id: createHash("md5").update(text).digest("hex"), text };
}
