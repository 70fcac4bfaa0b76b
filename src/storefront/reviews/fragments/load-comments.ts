import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import type { CommentsProps } from "./comments.tsx";
import { findOwn, findReplyTo, formFor, needsAccount, type ReadPage } from "./load-reviews.ts";
import type { ReviewFormProps } from "./review-form.tsx";

/** The query parameters of a page with comments. */
export const commentParameters = ["unapproved", "moderation-hash", "replytocom"] as const;

/** An article with comments. */
export interface Commented {
  id: number;
  slug: string;
  commentsOpen: boolean;
}

/** Returns what the comments on an article show; undefined if there is no such page of them. */
export async function loadComments(
  services: Pick<ShopServices, "db" | "comments" | "signatures">,
  visit: Visit,
  article: Commented,
  page: number,
  read: ReadPage,
): Promise<CommentsProps | undefined> {
  const found = await services.comments.find(article.id, page);
  if (!found) return undefined;
  const isOpen = article.commentsOpen && !needsAccount(read);
  return {
    subjectId: article.id,
    slug: article.slug,
    list: found.comments,
    count: found.count,
    page,
    pageCount: found.pageCount,
    own: await findOwn(services, article.id, read),
    form: isOpen
      ? { ...commentForm(visit, article, read), replyTo: await findReplyTo(services.db, article.id, read) }
      : article.commentsOpen
        ? "needs_account"
        : "closed",
  };
}

/** Returns an empty form for a comment on an article. */
export function commentForm(
  visit: Visit,
  { id, slug }: Pick<Commented, "id" | "slug">,
  read: Pick<ReadPage, "facts" | "formCircumstances">,
): ReviewFormProps {
  const form = formFor(visit, { id, slug }, read);
  return { ...form, kind: "comment", href: routes.article(slug), maxPictures: 0 };
}
