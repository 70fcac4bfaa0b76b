/** English texts of articles, static pages and the journal. */
export const content = {
  "content.home": "Home",
  "content.journal": "Journal",
  "content.journalPage": "Journal, page {page}",
  "content.by": "By {author}",
  "content.minutes": "{minutes, plural, one {# minute} other {# minutes}}",
  "content.onThisPage": "On this page",
  "content.readNext": "Read next",
  "content.relatedIn": "In “{topic}”",
  "content.relatedSimilar": "On a similar subject",
  "content.namedProducts": "In this article",
  "content.naming": "From our journal",
  "content.noArticles": "No articles yet",
  "content.noArticlesText": "Our first article is coming soon. Browse our products in the meantime.",
  "content.seeProducts": "See all products",
} as const;
