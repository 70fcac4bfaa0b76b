import { type MouseEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { announce } from "../client/announce.ts";
import { hasModifier } from "../client/intercept.ts";
import type { IslandDefinition } from "../client/islands/island.ts";
import { showNotices } from "../notices/client/page-notices.ts";
import { CreateDialog } from "./client/manage/create-dialog.tsx";
import { ListTable } from "./client/manage/list-table.tsx";
import { type DialogResult, ManageDialog } from "./client/manage/manage-dialog.tsx";
import {
  createList,
  deleteList,
  islandName,
  type ManagedList,
  type ManagedPage,
  type ManageWishlistsProps,
} from "./client/manage/managed-lists.ts";

const textOf = ({ notices }: ManagedPage) => notices.map(({ textContent }) => textContent?.trim()).join(" ");

/** Renders the visitor's lists. Names and privacy are changed in place; dialogs create and delete lists. */
function ManageWishlists(rendered: ManageWishlistsProps) {
  const { t } = useLocale();
  const [shown, setShown] = useState(rendered);
  const [open, setOpen] = useState<"create" | ManagedList | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { lists } = shown;
  const close = () => setOpen(null);
  const onRenamed = ({ id }: ManagedList, name: string) =>
    setShown((now) => ({ ...now, lists: now.lists.map((list) => (list.id === id ? { ...list, name } : list)) }));
  /** Shows the page of an answer, unless it says that the action was refused. */
  const result = (page: ManagedPage, isDone: boolean, focus?: () => void): DialogResult => {
    if (!isDone) return textOf(page) || t("wishlist.notSaved");
    flushSync(() => setShown(page.props));
    return () => {
      showNotices(page.notices);
      announce(textOf(page));
      focus?.();
    };
  };
  const create = async (name: string, visibility: string) => {
    const page = await createList(shown, name, visibility);
    return result(page, page.props.lists.length > lists.length);
  };
  const remove = async (list: ManagedList) => {
    const index = lists.indexOf(list);
    const page = await deleteList(list);
    const focus = () => {
      const links = [...(place.current?.querySelectorAll<HTMLElement>(".wishlist-delete") ?? [])];
      const next = links[Math.min(index, links.length - 1)];
      (next ?? place.current?.querySelector<HTMLElement>(".create-wishlist"))?.focus();
    };
    return result(page, !page.props.lists.some(({ id }) => id === list.id), focus);
  };
  const openCreate = (event: MouseEvent) => {
    if (hasModifier(event.nativeEvent)) return;
    event.preventDefault();
    setOpen("create");
  };
  return (
    <div ref={place}>
      <div className="wl-head">
        <h1>{t("wishlist.manageTitle")}</h1>
        <div className="wl-tools">
          <Button href={shown.createHref} isSmall className="create-wishlist" onClick={openCreate}>
            {t("wishlist.create")}
          </Button>
          <Button href={shown.searchHref} look="line" isSmall>
            {t("wishlist.search")}
          </Button>
        </div>
      </div>
      {lists.length > 0 ? (
        <ListTable {...shown} onRenamed={onRenamed} onDelete={setOpen} />
      ) : (
        <EmptyState title={t("wishlist.noLists")}>
          <p className="muted">{t("wishlist.emptyText")}</p>
        </EmptyState>
      )}
      {open === "create" && <CreateDialog create={create} onClose={close} />}
      {open !== null && open !== "create" && (
        <ManageDialog
          title={t("wishlist.deleteTitle", { name: open.name })}
          submitLabel={t("wishlist.delete")}
          isCautious
          onSubmit={() => remove(open)}
          onClose={close}
        >
          <p>{t("wishlist.deleteText", { count: open.itemCount })}</p>
        </ManageDialog>
      )}
    </div>
  );
}

/** The page that manages wishlists. The original script works on the server's HTML. */
export const manageWishlists = {
  name: islandName,
  widget: "wishlist",
  messages: [
    "wishlist.manageTitle",
    "wishlist.create",
    "wishlist.createDone",
    "wishlist.search",
    "wishlist.noLists",
    "wishlist.emptyText",
    "wishlist.manageLists",
    "wishlist.column.name",
    "wishlist.column.count",
    "wishlist.column.created",
    "wishlist.column.actions",
    "wishlist.privacy",
    "wishlist.privacy.public",
    "wishlist.privacy.shared",
    "wishlist.privacy.private",
    "wishlist.privacyOf",
    "wishlist.name",
    "wishlist.nameOf",
    "wishlist.nameMissing",
    "wishlist.nameTooLong",
    "wishlist.renameOf",
    "wishlist.saveName",
    "wishlist.items",
    "wishlist.printOf",
    "wishlist.save",
    "wishlist.saved",
    "wishlist.notSaved",
    "wishlist.delete",
    "wishlist.deleteOf",
    "wishlist.deleteTitle",
    "wishlist.deleteText",
    "wishlist.cancel",
  ],
  Component: ManageWishlists,
} as const satisfies IslandDefinition<ManageWishlistsProps>;
