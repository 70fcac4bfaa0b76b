import { closest } from "../../client/closest.ts";
import { forgetDraft, keepDraft, restoreDraft } from "./review-drafts.ts";

/**
 * Guards the forms of reviews and questions: a missing rating is reported next to the stars, nothing is sent twice, and
 * what is typed stays when the visitor looks at other reviews.
 */
export function startReviewForms(): void {
  const sent = new WeakSet<HTMLFormElement>();
  const forms = [...document.querySelectorAll<HTMLFormElement>(".comment-form")];
  for (const form of forms) restoreDraft(form);
  addEventListener("pagehide", () => {
    for (const form of forms) (sent.has(form) ? forgetDraft : keepDraft)(form);
  });
  window.addEventListener("submit", (event) => {
    const form = closest<HTMLFormElement>(event, ".comment-form");
    if (!form || event.defaultPrevented) return;
    if (sent.has(form) || !hasRating(form)) event.preventDefault();
    else sent.add(form);
  });
  // The page comes back from the browser's cache.
  addEventListener("pageshow", () => {
    for (const form of forms) sent.delete(form);
  });
  document.addEventListener("change", (event) => {
    closest(event, ".comment-form-rating")?.querySelector(".rating-missing")?.remove();
  });
}

/** Returns whether the form has the rating that it needs; otherwise shows that it is missing. */
function hasRating(form: HTMLFormElement): boolean {
  const select = form.querySelector<HTMLSelectElement>("#rating");
  const row = select?.closest<HTMLElement>(".comment-form-rating");
  const { required = "" } = select?.dataset ?? {};
  if (!select || !row || row.hidden || required === "" || select.value !== "") return true;
  const message =
    row.querySelector<HTMLElement>(".rating-missing") ??
    Object.assign(document.createElement("p"), { className: "err rating-missing", role: "alert", tabIndex: -1 });
  row.append(message);
  message.textContent = required;
  message.focus();
  return false;
}
