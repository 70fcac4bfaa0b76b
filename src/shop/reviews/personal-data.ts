import { sql } from "drizzle-orm";
import type { Person, PersonalDataPart } from "../privacy/personal-data.rules.ts";
import { eraseReviewsWhere } from "./moderation/moderate-reviews.ts";

interface WrittenReview extends Record<string, unknown> {
  product: string;
  kind: string;
  name: string;
  rating: number | null;
  text: string;
  isPublic: boolean;
}

const isAuthor = ({ email, userId }: Person) =>
  sql`(r.user_id = ${userId} or (lower(r.author_email) = ${email} and r.author_email <> ''))`;

/** What a person wrote about products and articles, also before signing in. */
export const reviewData: PersonalDataPart = {
  name: "reviews and questions",
  async list(db, person) {
    const { rows } = await db.execute<WrittenReview & { at: string }>(
      sql`select coalesce(p.name, a.title) as product, r.kind, r.author_name as name, r.rating, r.body as text,
          r.status = 'approved' as "isPublic", r.created_at as at
        from reviews r left join products p on p.id = r.product_id left join articles a on a.id = r.article_id
        where ${isAuthor(person)} order by r.id`,
    );
    return { reviews: rows.map(({ at, ...review }) => ({ ...review, writtenAt: new Date(at) })) };
  },
  async erase(db, person, extent) {
    if (extent === "everything") return { erased: await eraseReviewsWhere(db, isAuthor(person)), kept: 0 };
    const { rowCount } = await db.execute(
      sql`delete from reviews r where r.status <> 'approved' and ${isAuthor(person)}`,
    );
    const published = await db.execute(
      sql`update reviews r set author_email = '', fingerprint = null where ${isAuthor(person)}`,
    );
    return { erased: rowCount ?? 0, kept: published.rowCount ?? 0 };
  },
};
