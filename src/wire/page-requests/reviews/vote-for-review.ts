// Answers POST /chowk/review-votes: review (its id). JSON for scripts, otherwise a redirect to the review.
import type { FastifyReply, FastifyRequest } from "fastify";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { findListPage } from "#shop/reviews/reviews.ts";
import { type Voter, voteForReview } from "#shop/reviews/vote-for-review.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";
import { fieldsOf, idOf } from "../../wc-ajax/fields.ts";

/** Returns a `preHandler` hook. */
export function voteForReviewHook({ db, clock }: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { visit } = request;
    if (visit.path !== routes.voteForReview() || request.method !== "POST") return undefined;
    if (visit.guardStateChange()) return reply;
    reply.header("cache-control", "no-store");
    const wantsJson = /\bjson\b/.test(request.headers.accept ?? "");
    const t = translator((await visit.facts()).settings.language);
    const id = idOf(fieldsOf(request), "review");
    const isClosed = (await closedPartTo(visit)) !== "nothing";
    try {
      if (id === undefined || isClosed) throw new Refusal("review_unknown", { id: id ?? 0 });
      const { helpfulCount, slug } = await voteForReview(db, id, await voterOf(request), request.ip, clock.now());
      const message = `${t("reviews.voted")} ${t("reviews.helpfulCount", { count: helpfulCount })}`;
      if (wantsJson) return await reply.send({ count: helpfulCount, message });
      return await reply.redirect(routes.productComment(slug, id, await findListPage(db, id)), 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply.code(error.code === "too_many_tries" ? 429 : 404);
      if (wantsJson) return reply.send({ message: t("reviews.voteFailed") });
      return reply.type("text/plain; charset=utf-8").send(`${t("reviews.voteFailed")}\n`);
    }
  };
}

/** A guest's vote starts a session, which is then recognized. */
async function voterOf({ visit }: FastifyRequest): Promise<Voter> {
  const session = await visit.session.keep();
  return session.user ? { userId: session.user.id } : { sessionId: session.id };
}
