import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { wishlistEstimates, wishlistOwners, wishlists } from "#db/tables/wishlists.ts";
import { inTransaction } from "#db/transaction.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { listStockOf, wholeName } from "../back-in-stock/stock-of.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { holdForm } from "../spam/held-forms.ts";
import { type FormSource, judgeForm, type SpamSettings } from "../spam/judge-form.ts";
import type { EstimateAnswer } from "./estimate-fields.ts";
import { findOwnWishlist, listItems, type WishlistRef } from "./wishlists.ts";

/** Longest notes in characters. */
const maxNotesLength = 2000;

export interface EstimateRequest {
  /** Undefined: the default list. */
  list: WishlistRef | undefined;
  /** Where the shop answers. */
  email: string;
  notes: string;
  /** To the shop's own fields. */
  answers?: readonly EstimateAnswer[];
}

/**
 * Stores an owner's request for an estimate of a list's products, and queues the mail to the shop. Spam is held back, which the
 * caller does not learn.
 * @throws Refusal email_invalid, wishlist_unknown, wishlist_item_unknown (the list shows nothing), too_many_tries (details:
 * minutes)
 */
export async function requestEstimate(
  db: Database,
  ownerId: number,
  { list: ref, email, notes, answers = [] }: EstimateRequest,
  source: FormSource,
  settings: SpamSettings,
  now: Date,
): Promise<void> {
  if (emailFault(email)) throw new Refusal("email_invalid", { email });
  const list = await findOwnWishlist(db, ownerId, ref);
  if (!list) throw new Refusal("wishlist_unknown");
  const [item] = await listItems(db, list.id);
  if (!item) throw new Refusal("wishlist_item_unknown");
  await consumeLimits(db, mailLimits("estimate", emailKey(email), source.ip), now);
  await inTransaction(db, async (db) => {
    const texts = [email, notes, ...answers.map(({ value }) => value)];
    const verdict = await judgeForm(db, { ...source, kind: "estimate", texts }, settings, now);
    const content = { wishlistId: list.id, email, notes: cutNotes(notes), answers: [...answers] };
    if (verdict.isSpam) await holdForm(db, { ...source, kind: "estimate", content, email }, verdict, now);
    else await store(db, content, now);
  });
}

async function store(
  db: Database,
  content: { wishlistId: number; email: string; notes: string; answers?: EstimateAnswer[] },
  now: Date,
): Promise<void> {
  const [stored] = await db
    .insert(wishlistEstimates)
    .values({ ...content, createdAt: now })
    .returning({ id: wishlistEstimates.id });
  if (!stored) throw new Error("An estimate request was not stored");
  await addJob(db, "estimate-mail", { estimateId: stored.id });
}

const heldShape = Compile(
  Type.Object({
    wishlistId: Type.Integer(),
    email: Type.String(),
    notes: Type.String(),
    answers: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
  }),
);

/** Stores a request that was held as spam, and queues its mail. @throws Refusal wishlist_unknown (it was deleted) */
export async function acceptHeldEstimate(db: Database, content: unknown, now: Date): Promise<void> {
  const held = heldShape.Parse(content);
  const [list] = await db.select({ id: wishlists.id }).from(wishlists).where(eq(wishlists.id, held.wishlistId));
  if (!list) throw new Refusal("wishlist_unknown");
  await store(db, held, now);
}

function cutNotes(notes: string): string {
  return Array.from(notes.trim()).slice(0, maxNotesLength).join("");
}

/** A stored request with its list. */
export interface Estimate {
  id: number;
  wishlistId: number;
  token: string;
  /** "" for a default list without a name. */
  name: string;
  isPrivate: boolean;
  email: string;
  notes: string;
  answers: readonly EstimateAnswer[];
  /** The user who asked; null: a guest. */
  userId: number | null;
  lines: readonly EstimateLine[];
}

/** A product of the list. */
export interface EstimateLine {
  /** With the labels of a variation's options. */
  name: string;
  slug: string;
  /** A variation's values by attribute slug. */
  attributes: Readonly<Record<string, string>>;
  quantity: number;
}

/** Finds a request; undefined if its list was deleted. */
export async function findEstimate(db: Database, id: number): Promise<Estimate | undefined> {
  const [found] = await db
    .select({
      id: wishlistEstimates.id,
      wishlistId: wishlistEstimates.wishlistId,
      token: wishlists.token,
      name: wishlists.name,
      privacy: wishlists.privacy,
      email: wishlistEstimates.email,
      notes: wishlistEstimates.notes,
      answers: wishlistEstimates.answers,
      userId: wishlistOwners.userId,
    })
    .from(wishlistEstimates)
    .innerJoin(wishlists, eq(wishlists.id, wishlistEstimates.wishlistId))
    .innerJoin(wishlistOwners, eq(wishlistOwners.id, wishlists.ownerId))
    .where(eq(wishlistEstimates.id, id));
  return found && { ...found, isPrivate: found.privacy === "private", lines: await listLines(db, found.wishlistId) };
}

async function listLines(db: Database, wishlistId: number): Promise<EstimateLine[]> {
  const items = await listItems(db, wishlistId);
  const ids = items.map(({ productId }) => productId);
  const products = await listStockOf(db, sql`p.id = any(${sql.param(ids)}::bigint[])`);
  const byId = new Map(products.map((product) => [product.id, product]));
  return items.flatMap(({ productId, quantity }) => {
    const product = byId.get(productId);
    return product ? [{ name: wholeName(product), slug: product.slug, attributes: product.attributes, quantity }] : [];
  });
}

/** How long (ms) a request is kept: the shop has its mail. */
const estimateLifetimeMs = 365 * 86_400_000;

/** Deletes at most `limit` old requests. @returns the number deleted */
export async function deleteOldEstimates(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - estimateLifetimeMs).toISOString();
  const { rowCount } = await db.execute(sql`delete from wishlist_estimates where id in (
    select id from wishlist_estimates where created_at <= ${before}::timestamptz
    order by id limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
