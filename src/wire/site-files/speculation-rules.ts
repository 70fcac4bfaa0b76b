// Answers GET /chowk/speculation-rules.json, which the Speculation-Rules header of every page names.
import { patterns, routes } from "#routes";
import type { SiteFile } from "./site-file.ts";

/** What looks like an article's address and is none. */
const notArticles = [
  routes.cart(),
  routes.checkout(),
  routes.account(),
  routes.wishlist(),
  routes.shop(),
  routes.blog(),
  routes.articleFeed(),
];

/** Addresses without any query: whatever changes something has one. The router's patterns are the browser's, too. */
const anyOf = (paths: readonly string[]) => ({ href_matches: paths.map((pathname) => ({ pathname, search: "" })) });

/**
 * Product, category and article pages are fetched while the pointer rests on their link, or as it goes down. They are not
 * rendered ahead: a page that nobody sees would fetch the notices that wait for this visitor, which are shown once, and
 * the scripts that a shopkeeper adds would count a visit.
 */
const rules = {
  prefetch: [
    {
      where: {
        and: [anyOf([patterns.product, patterns.category, patterns.article]), { not: anyOf(notArticles) }],
      },
      eagerness: "moderate",
    },
  ],
};

/** The same in every shop. */
export function speculationRulesFile(): SiteFile {
  return { body: JSON.stringify(rules), contentType: "application/speculationrules+json", tags: [] };
}
