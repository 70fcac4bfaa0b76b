import type { FastifyError, FastifyInstance } from "fastify";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { reviewForm } from "#shop/reviews/posting/post-review.ts";
import { findRepliedTo } from "#shop/reviews/reviews.ts";
import { proofOfRefusal } from "#shop/spam/correction.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { formFor } from "./fragments/load-reviews.ts";
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

async function loadRefused(
  { db, details, signatures }: PageServices,
  visit: Visit,
  page: PageRequest,
): Promise<PageView> {
  const { facts, now } = page;
  const refused = visit.findRefusedForm("comment") ?? { typed: {}, errors: [] };
  const typed: Readonly<Record<string, string>> = refused.typed;
  const { comment_post_ID: id = "", comment_parent: parent = "", chowk_kind: kind } = typed;
  const found = /^[1-9]\d{0,14}$/.test(id) ? await details.find(Number(id), facts, now) : undefined;
  const isReply = /^[1-9]\d{0,14}$/.test(parent);
  const replyTo = found && isReply ? ((await findRepliedTo(db, Number(id), Number(parent))) ?? null) : null;
  // Neither works when it is sent again: closed reviews, and replies to deleted texts.
  const canRetry = found?.product.reviewsAllowed === true && (!isReply || replyTo !== null);
  const product = found && { name: found.product.name, href: routes.product(found.record.slug) };
  const form = found && {
    ...formFor(visit, { id: Number(id), slug: found.record.slug }, page),
    isQuestion: kind === "question" && !isReply,
    replyTo,
    refused: { ...refused, proof: proofOfRefusal(signatures, reviewForm, now) },
  };
  return {
    title: translator(facts.settings.language)("reviews.refusedTitle"),
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { hasReviewForm: true },
    content: <RefusedReviewPage errors={refused.errors} product={product} form={canRetry && form ? form : null} />,
    tags: [],
  };
}
