import type { Database } from "#db/database.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { MailContext } from "../emails/order-mails.tsx";

/** What the jobs of marketing mails need. */
export interface MarketingDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

/** Returns what mails are rendered with. */
export function contextOf({ linkOrigin }: MarketingDependencies, settings: Settings): MailContext {
  return { settings, t: translator(settings.language), origin: linkOrigin() };
}
