// Answers ?relatedposts=1 on any page: the related posts of that page, which the protocol's script parses as JSON. The shop has
// none to show yet, so the list is empty and the script shows nothing. Source: wire notes 15.1.
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendAnswer } from "../../wc-ajax/door.ts";

const noRelatedPosts = {
  version: "1",
  show_thumbnails: false,
  show_date: true,
  show_context: true,
  layout: "grid",
  headline: "",
  items: [],
};

/** A `preHandler` hook for the whole app; other requests pass through. */
export async function relatedPostsHook(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (!isReading || !Object.hasOwn(request.query as object, "relatedposts")) return undefined;
  return sendAnswer(reply, { json: noRelatedPosts }, "");
}
