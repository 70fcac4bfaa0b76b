import { patterns, routes } from "#routes";

/** Paths that match the article pattern but are not articles. */
const notArticles = [
  routes.cart(),
  routes.checkout(),
  routes.account(),
  routes.wishlist(),
  routes.shop(),
  routes.blog(),
  routes.articleFeed(),
];

/** Matches paths without a query, since requests that change state have one. Router patterns are valid URL patterns. */
const anyOf = (paths: readonly string[]) => ({ href_matches: paths.map((pathname) => ({ pathname, search: "" })) });

/**
 * Prefetches product, category and article pages on hover or pointerdown. They are not prerendered: an unseen page would
 * consume the visitor's pending notices, which are shown once, and analytics scripts would count a visit.
 */
export const speculationRules = {
  prefetch: [
    {
      where: {
        and: [anyOf([patterns.product, patterns.category, patterns.article]), { not: anyOf(notArticles) }],
      },
      eagerness: "moderate",
    },
  ],
};
