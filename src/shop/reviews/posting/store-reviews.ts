import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { isRefusedStatement, retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { type CountedUse, countUses } from "../../rate-limits.ts";
import { type CountedForm, countForms } from "../../spam/count-forms.ts";
import { judgeSpam, type SpamSample } from "../../spam/spam-score.rules.ts";
import { announceReviews } from "../announce-reviews.ts";
import type { ReviewKind, ReviewStatus } from "../review.ts";
import { settlePicturesLater } from "../review-pictures.ts";

/** A checked review, ready to be judged and stored. */
export interface CheckedReview {
  productId: number | null;
  articleId: number | null;
  parentId: number | null;
  threadId: number | null;
  kind: ReviewKind;
  author: string;
  email: string;
  userId: number | null;
  rating: number | null;
  text: string;
  isVerified: boolean;
  isStaff: boolean;
  /** Keys in the storage of attachments. */
  pictures: readonly string[];
  fingerprint: Buffer;
  /** Whether it waits for approval even if nothing about it looks like spam. */
  isHeld: boolean;
  ip: string;
  counted: CountedForm;
  sample: Omit<SpamSample, "counts">;
  postedAt: Date;
}

/** The outcome. */
export type StoredReview = { id: number; status: ReviewStatus } | "repeated" | "too_soon";

/** Spam score from which a review waits for approval, also one by a known author. */
const doubtfulScore = 5;

const batchers = new WeakMap<Database, QueryBatcher<CheckedReview, StoredReview>>();

/**
 * Judges and stores a review. Reviews that arrive at the same time share a transaction. Nothing is stored twice, and of
 * several from one address, email address or account within 15 seconds only the first one.
 */
export function storeReview(db: Database, review: CheckedReview): Promise<StoredReview> {
  let batcher = batchers.get(db);
  if (!batcher) {
    batcher = new QueryBatcher((batch) => retryOnConflict(() => storeAll(db, batch)), {
      isCausedByOne: isRefusedStatement,
    });
    batchers.set(db, batcher);
  }
  return batcher.load(review);
}

async function storeAll(db: Database, batch: readonly CheckedReview[]): Promise<StoredReview[]> {
  return inTransaction(db, async (db) => {
    const now = batch[0]?.postedAt ?? new Date(0);
    const floods = await findFloods(db, batch, now);
    // What is refused as too soon is sent again, and must not count as copies then.
    const accepted = batch.filter((review) => !floods.has(review));
    const counts = await countForms(
      db,
      accepted.map(({ counted }) => counted),
      now,
    );
    const judged = accepted.map((review, index) => {
      const verdict = judgeSpam({
        ...review.sample,
        counts: counts[index] ?? { fromAddress: 1, fromNetwork: 1, copies: 1 },
      });
      return { review, verdict, status: statusOf(review, verdict) };
    });
    const stored = await insert(db, judged);
    const approved = judged.filter(({ review, status }) => stored.has(review) && status === "approved");
    await announceReviews(
      db,
      approved.map(({ review }) => review),
    );
    await settlePicturesLater(
      db,
      approved.flatMap(({ review }) => (review.pictures.length > 0 ? (stored.get(review) ?? []) : [])),
    );
    const statuses = new Map(judged.map(({ review, status }) => [review, status]));
    return batch.map((review) => {
      const [id, status] = [stored.get(review), statuses.get(review)];
      if (status === undefined) return "too_soon";
      return id === undefined ? "repeated" : { id, status };
    });
  });
}

function statusOf(
  { isStaff, isHeld }: CheckedReview,
  { isSpam, score }: { isSpam: boolean; score: number },
): ReviewStatus {
  if (isStaff) return "approved";
  if (isSpam) return "spam";
  return isHeld || score >= doubtfulScore ? "held" : "approved";
}

/**
 * Returns the reviews whose address, email address or account has just posted, or is earlier in the batch; never those of
 * staff.
 */
async function findFloods(db: Database, batch: readonly CheckedReview[], now: Date): Promise<Set<CheckedReview>> {
  const counted = new Map<string, CountedUse>();
  const keysOf = batch.map((review) =>
    (review.isStaff ? [] : usesOf(review)).map((use) => {
      const key = JSON.stringify(use);
      counted.set(key, { use, times: (counted.get(key)?.times ?? 0) + 1 });
      return key;
    }),
  );
  if (counted.size === 0) return new Set();
  const points = await countUses(db, [...counted.values()], now);
  const before = new Map(
    [...counted].map(([key, { times }], index) => [key, (points[index]?.points ?? times) - times]),
  );
  return new Set(
    batch.filter((_, index) => {
      const keys = keysOf[index] ?? [];
      const isFlood = keys.some((key) => (before.get(key) ?? 0) > 0);
      for (const key of keys) before.set(key, (before.get(key) ?? 0) + 1);
      return isFlood;
    }),
  );
}

function usesOf({ ip, email, userId }: CheckedReview): CountedUse["use"][] {
  return [
    { limit: "reviewByAddress", address: addressPrefix(ip) },
    ...(email === "" ? [] : [{ limit: "reviewByEmail", email } as const]),
    ...(userId === null ? [] : [{ limit: "reviewByUser", user: userId } as const]),
  ];
}

type Judged = { review: CheckedReview; verdict: { score: number; reasons: string[] }; status: ReviewStatus };

/** Inserts reviews with their pictures, in one statement. @returns ids; repeated ones have none */
async function insert(db: Database, judged: readonly Judged[]): Promise<Map<CheckedReview, number>> {
  if (judged.length === 0) return new Map();
  const { rows } = await executeNamed<{ id: number; fingerprint: string }>(
    db,
    "store_reviews",
    sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(judged.map(rowOf))}::json) as g(at int, "productId" bigint,
        "articleId" bigint, "parentId" bigint, "threadId" bigint, kind text, author text, email text, "userId" bigint,
        rating int, text text, "isVerified" boolean, "isStaff" boolean, pictures json, fingerprint text, status text,
        score int, reasons jsonb, "postedAt" timestamptz)),
    written as (
      insert into reviews (product_id, article_id, parent_id, thread_id, kind, author_name, author_email, user_id, rating,
        body, is_verified, is_staff, fingerprint, status, spam_score, spam_reasons, mails, created_at)
      select "productId", "articleId", "parentId", "threadId", kind, author, email, "userId", rating, text, "isVerified",
        "isStaff", decode(fingerprint, 'hex'), status, score, reasons, case when status = 'spam' then 'none' else 'waiting' end,
        "postedAt" from given order by at
      on conflict (fingerprint) do nothing returning id, encode(fingerprint, 'hex') as fingerprint),
    pictured as (
      insert into review_pictures (review_id, position, key)
      select w.id, p.position, p.key from written w join given g on g.fingerprint = w.fingerprint
      cross join lateral json_array_elements_text(g.pictures) with ordinality as p(key, position)
      returning review_id)
    select id, fingerprint from written`,
  );
  const ids = new Map(rows.map(({ id, fingerprint }) => [fingerprint, id]));
  const stored = new Map<CheckedReview, number>();
  for (const { review } of judged) {
    const fingerprint = review.fingerprint.toString("hex");
    const id = ids.get(fingerprint);
    if (id !== undefined) stored.set(review, id);
    ids.delete(fingerprint);
  }
  return stored;
}

function rowOf({ review, verdict: { score, reasons }, status }: Judged, at: number) {
  const { counted: _counted, sample: _sample, ip: _ip, isHeld: _isHeld, fingerprint, ...row } = review;
  return { ...row, at, fingerprint: fingerprint.toString("hex"), status, score, reasons };
}
