import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { announceDue } from "#shop/content/announce-due.ts";

/** Job `announce-due-changes`, every minute: sends change notifications for scheduled prices and articles. Safe to run twice. */
export function announceDueChanges({ db, clock }: { db: Database; clock: Clock }): Task {
  return () => announceDue(db, clock.now());
}
