import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { maxNameLength, wishlistName } from "#shop/wishlist/wishlist.rules.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { announce } from "../../../client/announce.ts";
import { FieldFault } from "./field-fault.tsx";
import { type ManagedList, saveList } from "./managed-lists.ts";

interface NameFieldsProps {
  ref: Ref<HTMLInputElement>;
  list: ManagedList;
  value: string;
  /** Id of the element that says why the name was not saved. */
  faultId?: string;
  onType: (text: string) => void;
  onCancel: () => void;
  onSave: () => void;
}

function NameFields({ ref, list, value, faultId, onType, onCancel, onSave }: NameFieldsProps) {
  const { t } = useLocale();
  const { name } = list;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Enter") onSave();
    else onCancel();
  };
  return (
    <div className={`hidden-title-form${faultId ? " woocommerce-invalid field--bad" : ""}`}>
      <input
        ref={ref}
        className="input"
        type="text"
        name={`wishlist_options[${list.id}][wishlist_name]`}
        value={value}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={onKeyDown}
        aria-label={t("wishlist.nameOf", { name })}
        aria-invalid={faultId ? true : undefined}
        aria-describedby={faultId}
        autoComplete="off"
      />
      <div className="edit-title-buttons needs-scripts">
        <button type="button" className="hide-title-form x" aria-label={t("wishlist.cancel")} onClick={onCancel}>
          <Icon name="x" isSmall />
        </button>
        <button type="button" className="save-title-form x" aria-label={t("wishlist.saveName")} onClick={onSave}>
          <Icon name="check" isSmall />
        </button>
      </div>
    </div>
  );
}

interface NameCellProps {
  list: ManagedList;
  onRenamed: (name: string) => void;
}

/** Renders a list's name, which is edited in place: Enter saves, Escape cancels. */
export function NameCell({ list, onRenamed }: NameCellProps) {
  const { t } = useLocale();
  const { name } = list;
  const [draft, setDraft] = useState<string | null>(list.typedName ?? null);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const faultId = useId();
  const open = () => {
    flushSync(() => setDraft(name));
    field.current?.focus();
    field.current?.select();
  };
  const close = () => {
    flushSync(() => {
      setDraft(null);
      setFault("");
    });
    opener.current?.focus();
  };
  const refuse = (text: string) => {
    setFault(text);
    field.current?.focus();
  };
  const save = async () => {
    const typed = (draft ?? "").trim();
    const title = wishlistName(typed);
    if (isBusy) return;
    if (typed.length > maxNameLength) return refuse(t("wishlist.nameTooLong", { most: maxNameLength }));
    if (title === "") return refuse(t("wishlist.nameMissing"));
    if (title === name) return close();
    setBusy(true);
    const isSaved = await saveList("save_title", list, { title });
    setBusy(false);
    if (!isSaved) return refuse(t("wishlist.notSaved"));
    onRenamed(title);
    close();
    announce(t("wishlist.saved"));
  };
  return (
    <td className={`wishlist-name${draft === null ? "" : " is-editing"}`} aria-busy={isBusy}>
      <div className="wishlist-title wishlist-title-with-form">
        <a className="wishlist-anchor name" href={list.href}>
          {name}
        </a>
        <button
          ref={opener}
          type="button"
          className="show-title-form x needs-scripts"
          aria-label={t("wishlist.renameOf", { name })}
          onClick={open}
        >
          <Icon name="pen" isSmall />
        </button>
      </div>
      <NameFields
        ref={field}
        list={list}
        value={draft ?? name}
        {...(fault && { faultId })}
        onType={setDraft}
        onCancel={close}
        onSave={() => void save()}
      />
      <FieldFault id={faultId} text={fault} />
    </td>
  );
}
