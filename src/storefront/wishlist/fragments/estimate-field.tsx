import type { EstimateField as FieldOfShop } from "#shop/wishlist/estimate-fields.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

interface EstimateFieldProps {
  field: FieldOfShop;
}

/** Renders a field that the shop adds to the estimate form. */
export function EstimateField({ field }: EstimateFieldProps) {
  const { type, name, label, required = false, placeholder = "", description } = field;
  if (type === "radio") return <RadioButtons field={field} />;
  if (type === "checkbox") return <Checkbox field={field} />;
  const id = idOf(field);
  const shared = { name, id, label, isRequired: required, showsOptional: !required, hint: description };
  if (type === "textarea") return <Field {...shared} kind="textarea" placeholder={placeholder} maxLength={2000} />;
  if (type === "select") return <Field {...shared} kind="select" options={choicesOf(field)} />;
  if (type === "date" || type === "number")
    return (
      <Field {...shared}>
        {(control) => <input {...control} type={type} step={type === "number" ? "any" : undefined} />}
      </Field>
    );
  return <Field {...shared} type={type} placeholder={placeholder} maxLength={300} />;
}

/** Labels can be ids of other elements of the page. */
function idOf({ name }: FieldOfShop): string {
  return `estimate-${name}`;
}

/** The first option of a select is empty, so that nobody chooses by accident. */
function choicesOf({ options = [], placeholder = "" }: FieldOfShop): { value: string; label: string }[] {
  return [{ value: "", label: placeholder }, ...options.map((option) => ({ value: option, label: option }))];
}

function RadioButtons({ field }: EstimateFieldProps) {
  const { name, label, required = false, description, options = [] } = field;
  const { t } = useLocale();
  return (
    <fieldset className="form-row field">
      <legend>
        {label}
        {!required && <span className="optional"> ({t("shell.optional")})</span>}
      </legend>
      {options.map((option) => (
        <label key={option} className="choice">
          <input type="radio" name={name} value={option} required={required} />
          {option}
        </label>
      ))}
      {description && <span className="hint">{description}</span>}
    </fieldset>
  );
}

function Checkbox({ field }: EstimateFieldProps) {
  const { name, label, required = false, description } = field;
  return (
    <p className="form-row field">
      <label className="choice">
        <input type="checkbox" name={name} value="1" required={required} />
        {label}
      </label>
      {description && <span className="hint">{description}</span>}
    </p>
  );
}
