import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { getSettings } from "#shop/settings/settings.ts";
import {
  closeAlertRound,
  listOwnersToTell,
  lookAtProducts,
  openAlertRound,
  type PresentOffer,
  takeOwnerAlert,
} from "#shop/wishlist/alert-events.ts";
import { takeAlertRequest } from "#shop/wishlist/alerts.ts";
import { confirmAlertsMail, wishlistAlertMail } from "./emails/wishlist-mails.tsx";

interface WishlistAlertDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const confirmShape = Compile(Type.Object({ ownerId: Type.Integer() }));

/** Job `wishlist-confirm-mail`: asks a guest to confirm an address. Safe to run twice: the link is created once. */
export function wishlistConfirmMail({ db, clock, linkOrigin }: WishlistAlertDependencies): Task {
  return async (payload) => {
    const { ownerId } = confirmShape.Parse(payload);
    await inTransaction(db, async (db) => {
      const asked = await takeAlertRequest(db, ownerId);
      if (!asked) return;
      const settings = await getSettings(db);
      const context = { settings, t: translator(settings.language), origin: linkOrigin() };
      await putIntoOutbox(db, [confirmAlertsMail(asked, context)], clock.now());
    });
  };
}

/**
 * Job `wishlist-alerts`, every five minutes: mails owners who want it when a wished product is cheaper than they know or back
 * in stock. Looks only at products and lists that changed. Safe to run twice: what an owner was told is recorded in the
 * transaction that writes the mail.
 */
export function wishlistAlerts(dependencies: WishlistAlertDependencies): Task {
  return async () => {
    while (await runRound(dependencies));
  };
}

async function runRound(dependencies: WishlistAlertDependencies): Promise<boolean> {
  const { db, clock } = dependencies;
  const round = await openAlertRound(db);
  const settings = await getSettings(db);
  const offers = await lookAtProducts(db, round.productIds, settings, clock.now());
  for (const ownerId of await listOwnersToTell(db, round, offers, settings.currency))
    await tell(dependencies, ownerId, offers, settings);
  await closeAlertRound(db, round, offers);
  return round.isMore;
}

/** One transaction for each owner, which holds one owner's lock like every change of lists. */
async function tell(
  { db, clock, linkOrigin }: WishlistAlertDependencies,
  ownerId: number,
  offers: readonly PresentOffer[],
  settings: Settings,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const alert = await takeOwnerAlert(db, ownerId, offers, settings, clock.now());
    if (!alert) return;
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    await putIntoOutbox(db, [wishlistAlertMail(alert, context)], clock.now());
  });
}
