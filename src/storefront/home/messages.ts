/** English texts of the home page. */
export const home = {
  "home.inThePicture": "In the picture",
  "home.seeAll": "See all",
  "home.categories": "Shop by need",
  "home.productCount": "{count, plural, one {# product} other {# products}}",
  "home.slides.back": "Previous slide",
  "home.slides.on": "Next slide",
  "home.journal": "From the journal",
  "home.allArticles": "All articles",
  "home.products": "Products",
} as const;
