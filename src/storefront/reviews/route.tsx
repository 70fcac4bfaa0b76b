import type { FastifyError, FastifyInstance } from "fastify";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { findCommented } from "#shop/content/articles.ts";
import { reviewForm } from "#shop/reviews/posting/post-review.ts";
import { findRepliedTo } from "#shop/reviews/reviews.ts";
import { proofOfRefusal } from "#shop/spam/correction.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { commentForm } from "./fragments/load-comments.ts";
import { formFor } from "./fragments/load-reviews.ts";
import type { ReviewFormProps } from "./fragments/review-form.tsx";
import { RefusedReviewPage } from "./refused-review-page.tsx";

/** Largest url-encoded form (bytes): room for the longest text, of characters that take twelve bytes each. */
const bodyLimit = 1024 * 1024;

/**
 * Registers the page that shows a refused review, question or reply again. The wire's hook has judged it by then; only a form
 * that is too large to be read is refused here, with the status of a text that is too long.
 */
export function refusedReviewRoute(app: FastifyInstance, services: PageServices): void {
  const answer = (visit: Visit) => answerPersonalPage(services, visit, (page) => loadRefused(services, visit, page));
  void app.register(async (scope) => {
    scope.setErrorHandler<FastifyError>(async (error, { visit }, reply) => {
      if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
      const { settings } = await visit.facts();
      const message = translator(settings.language)("reviews.refused.review_too_large");
      visit.refuseForm({ name: "comment", typed: {}, errors: [{ controlId: null, message }] });
      reply.code(200);
      return answer(visit);
    });
    scope.post(routes.postComment(), { bodyLimit }, ({ visit }) => answer(visit));
  });
}

async function loadRefused(services: PageServices, visit: Visit, page: PageRequest): Promise<PageView> {
  const { db, signatures } = services;
  const { facts, now } = page;
  const refused = visit.findRefusedForm("comment") ?? { typed: {}, errors: [] };
  const typed: Readonly<Record<string, string>> = refused.typed;
  const { comment_post_ID: id = "", comment_parent: parent = "", chowk_kind: kind } = typed;
  const subject = /^[1-9]\d{0,14}$/.test(id) ? await findSubject(services, visit, Number(id), page) : undefined;
  const isReply = /^[1-9]\d{0,14}$/.test(parent);
  const replyTo = subject && isReply ? ((await findRepliedTo(db, Number(id), Number(parent))) ?? null) : null;
  // Neither works when it is sent again: closed reviews, and replies to deleted texts.
  const canRetry = subject?.isOpen === true && (!isReply || replyTo !== null);
  const form = subject && {
    ...subject.form,
    ...(subject.form.kind === "review" && kind === "question" && !isReply && { kind: "question" as const }),
    replyTo,
    refused: { ...refused, proof: proofOfRefusal(signatures, reviewForm, now) },
  };
  return {
    title: translator(facts.settings.language)("reviews.refusedTitle"),
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { hasReviewForm: true },
    content: (
      <RefusedReviewPage
        errors={refused.errors}
        subject={subject && { name: subject.name, href: subject.form.href }}
        form={canRetry && form ? form : null}
      />
    ),
    tags: [],
  };
}

/** What a refused text is about. */
interface RefusedSubject {
  name: string;
  /** Whether it takes texts. */
  isOpen: boolean;
  form: ReviewFormProps;
}

async function findSubject(
  { db, details }: PageServices,
  visit: Visit,
  id: number,
  page: PageRequest,
): Promise<RefusedSubject | undefined> {
  const { facts, now } = page;
  const found = await details.find(id, facts, now);
  if (found) {
    const { product, record } = found;
    return {
      name: product.name,
      isOpen: product.reviewsAllowed,
      form: formFor(visit, { id, slug: record.slug }, page),
    };
  }
  const article = await findCommented(db, id, now);
  return article && { name: article.title, isOpen: article.commentsOpen, form: commentForm(visit, article, page) };
}
