import { clientRoutes } from "#routes";
import { closest } from "../../client/closest.ts";
import { dispatch } from "../../client/events.ts";
import { openModal } from "../../client/open-modal.ts";
import { readNewList, showNewList } from "./new-list-fields.ts";

/** The protocol's fields of the chosen list. */
type ListFields = Readonly<Record<"wishlist_id" | "wishlist_name" | "wishlist_visibility", string>>;

/**
 * Opens the dialog with the visitor's lists next to a heart; it is removed when it closes.
 * @param add adds the product; returns why it failed, or ""
 * @throws if the network fails
 */
export async function openAddDialog(heart: HTMLElement, add: (list: ListFields) => Promise<string>): Promise<void> {
  const response = await fetch(clientRoutes.wishlistDialog());
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const dialog = page.querySelector("dialog");
  if (!response.ok || !dialog) throw new Error(`The wishlist's dialog answered ${response.status}`);
  await loadSheet(dialog.dataset.sheet ?? "");
  (heart.closest("dialog") ?? document.body).append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("change", () => showNewList(dialog));
  dialog.addEventListener("click", (event) => closest(event, ".close-dialog") && dialog.close());
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

async function submit(dialog: HTMLDialogElement, add: (list: ListFields) => Promise<string>): Promise<void> {
  const list = readNewList(dialog);
  if (!list) return;
  const { value, ...fields } = list;
  const complaint = await add({ wishlist_id: value, ...fields });
  if (complaint === "") return dialog.close();
  const error = dialog.querySelector(".woocommerce-error") ?? document.createElement("div");
  error.className = "woocommerce-error notice notice--bad";
  error.role = "alert";
  error.textContent = complaint;
  dialog.querySelector("h2")?.after(error);
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
