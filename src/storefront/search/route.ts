import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { routes } from "#routes";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import { findReader } from "../rendering/readers.ts";
import { findSuggestions, type Suggestions, type SuggestServices } from "./suggestions.ts";

/** Fewest characters that are searched for. */
const minLength = 2;
const maxLength = 100;

const none: Suggestions = { products: [], categories: [], pages: [], articles: [], arePagesFirst: false, all: null };

/**
 * Registers GET /chowk/suggest?q=: products, categories, pages and articles that match the typed text. The same for everyone;
 * while the shop is coming soon, results are for staff only.
 */
export function suggestRoute(app: FastifyInstance, services: SuggestServices): void {
  app.get(routes.suggest(), async ({ visit, raw, headers }, reply) => {
    const { searchParams } = new URL(raw.url ?? "/", "http://shop");
    const text = (searchParams.get("q") ?? "").trim().slice(0, maxLength).trim();
    const facts = await services.facts.get();
    const isComingSoon = closedPartOf(facts.settings) !== "nothing";
    const isClosed = isComingSoon && !(await findReader(services, visit))?.isStaff;
    const isAnswered = text.length >= minLength && !isClosed;
    const body = JSON.stringify(isAnswered ? await findSuggestions(services, text, facts) : none);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const cacheControl = isComingSoon ? "private, no-store" : "public, max-age=60";
    reply.headers({ "cache-control": cacheControl, etag, "x-robots-tag": "noindex" });
    if (headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(body);
  });
}
