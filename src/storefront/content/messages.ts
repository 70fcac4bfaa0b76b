/** English texts of articles, static pages and the journal. */
export const content = {
  "content.home": "Home",
  "content.journal": "Journal",
  "content.journalPage": "Journal, page {page}",
  "content.by": "By {author}",
  "content.minutes": "{minutes, plural, one {# minute} other {# minutes}}",
  "content.onThisPage": "On this page",
  "content.readNext": "Read next",
  "content.related": "Related",
  "content.noArticles": "No articles yet",
  "content.noArticlesText": "Our first article is coming soon. Browse our products in the meantime.",
  "content.seeProducts": "See all products",
} as const;
