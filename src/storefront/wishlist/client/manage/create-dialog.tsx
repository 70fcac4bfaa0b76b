import { useState } from "react";
import { maxNameLength, wishlistName } from "#shop/wishlist/wishlist.rules.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { PrivacyChoice } from "../privacy-fields.tsx";
import { type DialogResult, ManageDialog } from "./manage-dialog.tsx";

interface CreateDialogProps {
  create: (name: string, visibility: string) => Promise<DialogResult>;
  onClose: () => void;
}

/** Renders the dialog that creates a list. */
export function CreateDialog({ create, onClose }: CreateDialogProps) {
  const { t } = useLocale();
  const [isNameless, setNameless] = useState(false);
  const submit = async (fields: FormData) => {
    const { wishlist_name: typed = "", wishlist_visibility: visibility = "" } = Object.fromEntries(fields) as Record<
      string,
      string
    >;
    const name = wishlistName(typed);
    setNameless(name === "");
    return name === "" ? "" : create(name, visibility);
  };
  return (
    <ManageDialog
      title={t("wishlist.create")}
      submitLabel={t("wishlist.createDone")}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        name="wishlist_name"
        label={t("wishlist.name")}
        isRequired
        maxLength={maxNameLength}
        autoComplete="off"
        error={isNameless ? t("wishlist.nameMissing") : undefined}
      />
      <PrivacyChoice />
    </ManageDialog>
  );
}
