import { holdClicks } from "../../client/hold-clicks.ts";

/**
 * Loads the code of reviews, comments, questions and their forms once they are in view or one of their controls is pressed.
 * Without it they load pages.
 */
export function startReviews(): void {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    observer.disconnect();
    const start = async () => (await import("./review-parts.ts")).startReviewParts();
    void start().catch(reportError).then(release);
  };
  const release = holdClicks(".review-acts :is(a, button)", load);
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) load();
  });
  for (const element of document.querySelectorAll(".comment-form, .review-acts, .questions")) observer.observe(element);
}
