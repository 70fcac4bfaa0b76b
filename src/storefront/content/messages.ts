/** English texts: articles, pages and the blog. */
export const content = {
  "content.home": "Home",
  "content.journal": "Journal",
  "content.journalPage": "Journal, page {page}",
  "content.by": "By {author}",
  "content.minutes": "{minutes, plural, one {# minute} other {# minutes}}",
  "content.onThisPage": "On this page",
  "content.readNext": "Read next",
  "content.related": "Related",
  "content.noArticles": "Nothing written yet",
  "content.noArticlesText": "The first article is on its way. The products are all there already.",
  "content.seeProducts": "See all products",
} as const;
