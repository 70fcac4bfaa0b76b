import type { Database } from "#db/database.ts";
import { countUses, refuseAbove } from "../../rate-limits.ts";
import type { Settings } from "../../settings/setting-definitions.ts";

/** Counts an upload before it is read. @throws Refusal too_many_tries if the account has sent too many in this hour */
export async function countUpload(
  db: Database,
  user: number,
  { uploads_per_hour: most }: Pick<Settings, "uploads_per_hour">,
  now: Date,
): Promise<void> {
  const [count] = await countUses(db, [{ use: { limit: "uploadsByUser", user }, times: 1 }], now);
  if (count) refuseAbove(most, count, now);
}
