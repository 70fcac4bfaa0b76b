import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { ReviewKind } from "../review.ts";
import { findListPage, type ListPage } from "../reviews.ts";

/** A review, question or reply in the mail to the shop. */
export interface MailedReview {
  id: number;
  kind: ReviewKind;
  isHeld: boolean;
  /** Name of the product or article. */
  subject: string;
  authorName: string;
  rating: number | null;
  body: string;
}

/** An answer of the shop, mailed to the author of the text that it answers. */
export interface MailedAnswer {
  id: number;
  kind: ReviewKind;
  subject: string;
  slug: string;
  body: string;
  /** The page that shows it. */
  listPage: ListPage;
  /** The text that is answered, and its author's address. */
  answered: string;
  email: string;
}

interface Row extends Record<string, unknown>, MailedReview {
  slug: string;
  threadId: number;
  isStaff: boolean;
  status: string;
  answered: string | null;
  email: string | null;
}

/**
 * Takes at most `limit` reviews whose mails are not written yet. Call it in the transaction that writes them.
 * @param isMore whether others may be waiting
 */
export async function takeWaitingMails(
  db: Database,
  limit: number,
): Promise<{ reviews: MailedReview[]; answers: MailedAnswer[]; isMore: boolean }> {
  const { rows } = await db.execute<Row>(sql`
    with taken as (update reviews set mails = 'written' where id in (
      select id from reviews where mails = 'waiting' order by id limit ${limit} for update skip locked) returning *)
    select t.id, coalesce(t.thread_id, t.id) as "threadId", t.kind, t.status, t.status = 'held' as "isHeld", t.is_staff as "isStaff", t.author_name as "authorName",
      t.rating, t.body, coalesce(p.name, a.title) as subject, coalesce(p.slug, a.slug) as slug, q.body as answered,
      case when q.is_staff then null else nullif(q.author_email, '') end as email
    from taken t left join products p on p.id = t.product_id left join articles a on a.id = t.article_id
    left join reviews q on q.id = t.parent_id order by t.id`);
  const shown = rows.filter(({ status }) => status === "approved" || status === "held");
  const answers: MailedAnswer[] = [];
  for (const { isStaff, answered, email, threadId, ...answer } of shown)
    if (isStaff && answered !== null && email !== null)
      answers.push({ ...answer, answered, email, listPage: await findListPage(db, threadId) });
  return { reviews: shown.filter(({ isStaff }) => !isStaff), answers, isMore: rows.length === limit };
}
