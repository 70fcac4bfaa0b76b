import { useEffect, useId, useRef, useState } from "react";
import { numberOf, type Privacy } from "#shop/wishlist/wishlist.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { announce } from "../../../client/announce.ts";
import { PrivacySelect } from "../privacy-fields.tsx";
import { FieldFault } from "./field-fault.tsx";
import { type ManagedList, saveList } from "./managed-lists.ts";

/** How long (ms) the cell says that the choice is saved. */
const shownMs = 3000;

/** Renders who can see a list: saved as soon as it is chosen, and undone if that fails. */
export function PrivacyCell({ list }: { list: ManagedList }) {
  const { t } = useLocale();
  const { name } = list;
  const [chosen, setChosen] = useState(list.privacy);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), shownMs);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const state = useRef({ saved: list.privacy, wanted: list.privacy, isSaving: false });
  const faultId = useId();
  const want = (privacy: Privacy) => {
    state.current.wanted = privacy;
    setChosen(privacy);
  };
  /** Saves until the server has the last choice. One call at a time: a second could overtake the first. */
  const save = async () => {
    const { current } = state;
    if (current.isSaving) return;
    current.isSaving = true;
    setBusy(true);
    while (current.wanted !== current.saved) {
      const { wanted } = current;
      const isDone = await saveList("save_privacy", list, { privacy: String(numberOf(wanted)) });
      if (isDone) current.saved = wanted;
      if (current.wanted !== wanted) continue;
      want(current.saved);
      setSaved(isDone);
      if (isDone) announce(t("wishlist.saved"));
      else setFault(t("wishlist.notSaved"));
    }
    current.isSaving = false;
    setBusy(false);
  };
  const choose = (privacy: Privacy) => {
    setFault("");
    setSaved(false);
    want(privacy);
    void save();
  };
  return (
    <td className="wishlist-privacy" aria-busy={isBusy}>
      <PrivacySelect
        name={`wishlist_options[${list.id}][wishlist_privacy]`}
        privacy={chosen}
        label={t("wishlist.privacyOf", { name })}
        errorId={fault ? faultId : undefined}
        onChoose={choose}
      />
      {isSaved && <span className="saved-note">{t("wishlist.saved")}</span>}
      <FieldFault id={faultId} text={fault} />
    </td>
  );
}
