/** Loads the code of reviews, questions and their forms once they are in view. Without it they load pages. */
export function startReviews(): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    import("./review-parts.ts").then((part) => part.startReviewParts(), reportError);
  });
  for (const element of document.querySelectorAll(".comment-form, .review-vote, .questions")) observer.observe(element);
}
