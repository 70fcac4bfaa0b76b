import type { RefusedForm } from "#http/visit/refused-form.ts";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the notes of a refused estimate form on a page without that form, for example after the visitor was signed out. */
export function LostEstimate({ refused }: { refused: RefusedForm | undefined }) {
  const { t } = useLocale();
  if (!refused) return null;
  return (
    <div className="lost-estimate">
      <ErrorSummary errors={refused.errors} />
      <Field name="additional_notes" label={t("wishlist.typed")}>
        {(control) => <textarea {...control} readOnly defaultValue={refused.typed.additional_notes} />}
      </Field>
    </div>
  );
}
