import { createHash } from "node:crypto";
import type { Database } from "#db/database.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { type CountedUse, countUses } from "../rate-limits.ts";
import type { SpamCounts } from "./spam-score.rules.ts";

/** A form as it is counted. */
export interface CountedForm {
  ip: string;
  /** Identifies copies: the form's kind and its texts. Undefined: too short to count copies. */
  content: readonly string[] | undefined;
}

/**
 * Counts forms by address, network and content, in one statement. Forms of one call that share an address or a content
 * all get the total. @returns the counts of each form, in the same order
 */
export async function countForms(db: Database, forms: readonly CountedForm[], now: Date): Promise<SpamCounts[]> {
  const uses = new Map<string, CountedUse>();
  const add = (use: CountedUse["use"]) => {
    const key = JSON.stringify(use);
    uses.set(key, { use, times: (uses.get(key)?.times ?? 0) + 1 });
    return key;
  };
  const keys = forms.map(({ ip, content }) => ({
    fromAddress: add({ limit: "formByAddress", address: addressPrefix(ip) }),
    fromNetwork: add({ limit: "formByNetwork", network: networkPrefix(ip) }),
    copies: content && add({ limit: "formCopies", content: hashOf(content) }),
  }));
  const counted = await countUses(db, [...uses.values()], now);
  const points = new Map([...uses.keys()].map((key, index) => [key, counted[index]?.points ?? 1]));
  return keys.map(({ fromAddress, fromNetwork, copies }) => ({
    fromAddress: points.get(fromAddress) ?? 1,
    fromNetwork: points.get(fromNetwork) ?? 1,
    copies: copies === undefined ? 1 : (points.get(copies) ?? 1),
  }));
}

function hashOf(content: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
