import { closest } from "../../client/closest.ts";
import { hasModifier } from "../../client/intercept.ts";
import { restoreDraft } from "./review-drafts.ts";

const placeholderId = "wp-temp-form-div";

/**
 * Moves the review form below the text that is answered, and back. Acts after other scripts, which may do the same. Where the
 * page has no form, or one that was rendered as a reply and has no stars, the link loads a page. Source: wire notes 7.3.
 */
export function startReplies(): void {
  window.addEventListener("click", (event) => {
    if (event.defaultPrevented || hasModifier(event)) return;
    const link = closest<HTMLAnchorElement>(event, ".comment-reply-link");
    if (link && moveTo(link)) event.preventDefault();
    if (closest(event, "#cancel-comment-reply-link") && moveBack()) event.preventDefault();
  });
}

function moveTo({ dataset }: HTMLAnchorElement): boolean {
  const respond = document.getElementById(dataset.respondelement ?? "");
  const target = document.getElementById(dataset.belowelement ?? "");
  const form = respond?.querySelector("form");
  if (!respond?.querySelector("[data-reply-text]") || !form || !target) return false;
  if (!document.getElementById(placeholderId)) {
    const placeholder = Object.assign(document.createElement("div"), { id: placeholderId, hidden: true });
    respond.before(placeholder);
  }
  target.after(respond);
  setParent(respond, dataset.commentid ?? "0", dataset.postid);
  showAs(respond, dataset.replyto ?? "");
  restoreDraft(form);
  firstField(respond)?.focus();
  return true;
}

function moveBack(): boolean {
  const placeholder = document.getElementById(placeholderId);
  const respond = document.querySelector<HTMLElement>("#respond");
  if (!placeholder || !respond) return false;
  const parent = inputIn(respond, "comment_parent")?.value ?? "";
  placeholder.replaceWith(respond);
  setParent(respond, "0");
  showAs(respond, "");
  document.querySelector<HTMLElement>(`.comment-reply-link[data-commentid="${CSS.escape(parent)}"]`)?.focus();
  return true;
}

function inputIn(respond: HTMLElement, name: string): HTMLInputElement | null {
  return respond.querySelector<HTMLInputElement>(`[name="${name}"]`);
}

function setParent(respond: HTMLElement, parent: string, post?: string): void {
  const [parentInput, postInput] = [inputIn(respond, "comment_parent"), inputIn(respond, "comment_post_ID")];
  if (parentInput) parentInput.value = parent;
  if (postInput && post) postInput.value = post;
}

/** Shows the form as a reply with this title, or as itself without one. Only reviews have stars and pictures. */
function showAs(respond: HTMLElement, title: string): void {
  const isReply = title !== "";
  const cancel = respond.querySelector<HTMLElement>("#cancel-comment-reply-link");
  if (cancel) cancel.hidden = !isReply;
  for (const part of respond.querySelectorAll<HTMLElement>(".review-only")) {
    part.hidden = isReply;
    for (const control of part.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select"))
      control.disabled = isReply;
  }
  swap(respond.querySelector(".comment-reply-title span"), title);
  for (const part of respond.querySelectorAll<HTMLElement>("[data-reply-text]"))
    swap(part.querySelector("label, .label"), isReply ? (part.dataset.replyText ?? "") : "");
}

/** Shows another text in an element, or its own one again. */
function swap(element: HTMLElement | null, text: string): void {
  if (!element) return;
  element.dataset.ownText ??= element.textContent;
  element.textContent = text || element.dataset.ownText;
}

function firstField(respond: HTMLElement): HTMLElement | undefined {
  const fields = respond.querySelectorAll<HTMLElement>("textarea, input:not([type=hidden]), select");
  return [...fields].find((field) => field.checkVisibility());
}
