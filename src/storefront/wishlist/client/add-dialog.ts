import { clientRoutes } from "#routes";
import { closest } from "../../client/closest.ts";
import { dispatch } from "../../client/events.ts";
import { intercept } from "../../client/intercept.ts";
import { openModal } from "../../client/open-modal.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { findHeart } from "./heart-note.ts";
import { readNewList, showNewList } from "./new-list-fields.ts";

/** The protocol's fields of the chosen list. */
type ListFields = Readonly<Record<"wishlist_id" | "wishlist_name" | "wishlist_visibility", string>>;

/** What came of adding: text, or HTML of the server with links. */
export interface AddFeedback {
  isError: boolean;
  content: string | DocumentFragment;
}

/**
 * Opens the dialog with the visitor's lists next to a heart; it is removed when it closes.
 * @param add adds the product
 * @throws if the network fails
 */
export async function openAddDialog(
  heart: HTMLElement,
  add: (list: ListFields) => Promise<AddFeedback>,
): Promise<void> {
  const response = await fetch(clientRoutes.wishlistDialog());
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const dialog = page.querySelector("dialog");
  if (!response.ok || !dialog) throw new Error(`The wishlist's dialog answered ${response.status}`);
  await loadSheet(dialog.dataset.sheet ?? "");
  (heart.closest("dialog") ?? document.body).append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The answer has replaced the heart.
    if (!heart.isConnected) findHeart(heart.dataset.productId ?? "")?.focus();
  });
  dialog.addEventListener("change", () => showNewList(dialog));
  dialog.addEventListener(
    "click",
    (event) => closest(event, ".close-dialog, .close-popup") && intercept(event, () => dialog.close()),
  );
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    // The page of a wishlist handles its own dialogs.
    event.stopPropagation();
    void submit(dialog, add);
  });
  showNewList(dialog);
  openModal(dialog);
  dispatch(document, "yith_wcwl_popup_opened", [dialog]);
}

async function submit(dialog: HTMLDialogElement, add: (list: ListFields) => Promise<AddFeedback>): Promise<void> {
  const list = readNewList(dialog);
  if (!list) return;
  const { value, ...fields } = list;
  showFeedback(dialog, await add({ wishlist_id: value, ...fields }));
}

/** Shows the answer: after a failure above the form, else in its place, until the dialog closes by itself. */
function showFeedback(dialog: HTMLDialogElement, { isError, content }: AddFeedback): void {
  const [form, feedback] = [
    dialog.querySelector("form"),
    dialog.querySelector<HTMLElement>(".yith-wcwl-popup-feedback"),
  ];
  if (!form || !feedback) return;
  feedback.role = isError ? "alert" : "status";
  feedback.classList.toggle("is-error", isError);
  feedback.querySelector(isError ? ".fa-check" : ".fa-exclamation-triangle")?.setAttribute("hidden", "");
  feedback.querySelector(isError ? ".fa-exclamation-triangle" : ".fa-check")?.removeAttribute("hidden");
  feedback.hidden = false;
  feedback.querySelector(".feedback")?.replaceChildren(content);
  feedback.focus();
  if (isError) return;
  form.hidden = true;
  closeLater(dialog);
}

/** Closes a dialog after the protocol's time, but not while its links are used. */
function closeLater(dialog: HTMLDialogElement): void {
  const close = () => {
    if (dialog.querySelector("a:is(:hover, :focus)")) closeLater(dialog);
    else dialog.close();
  };
  setTimeout(close, Number(parameters("yith_wcwl_l10n")?.popup_timeout ?? 3000));
}

/** Adds the style sheet of dialogs, unless the page has it. */
async function loadSheet(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
  const failed = new Promise((resolve) => link.addEventListener("error", resolve));
  document.head.append(link);
  await Promise.race([loaded, failed]);
}
