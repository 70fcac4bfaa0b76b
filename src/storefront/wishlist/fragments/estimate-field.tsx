import type { EstimateField as FieldOfShop } from "#shop/wishlist/estimate-fields.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

interface EstimateFieldProps {
  field: FieldOfShop;
  /** The value that was typed; "" for none. */
  typed: string;
  error: string | undefined;
}

/** Renders a field that the shop adds to the estimate form. */
export function EstimateField(props: EstimateFieldProps) {
  const { field, typed: value, error } = props;
  const { type, name, label, required = false, placeholder = "", description } = field;
  if (type === "radio") return <RadioButtons {...props} />;
  if (type === "checkbox") return <Checkbox {...props} />;
  const id = fieldId(field);
  const shared = { name, id, label, value, error, isRequired: required, showsOptional: !required, hint: description };
  if (type === "textarea") return <Field {...shared} kind="textarea" placeholder={placeholder} maxLength={2000} />;
  if (type === "select") return <Field {...shared} kind="select" options={choicesOf(field)} />;
  if (type === "date" || type === "number")
    return (
      <Field {...shared}>
        {(control) => (
          <input {...control} type={type} defaultValue={value} step={type === "number" ? "any" : undefined} />
        )}
      </Field>
    );
  return <Field {...shared} type={type} placeholder={placeholder} maxLength={300} />;
}

/** Returns the id of the field's control. Labels can be ids of other elements of the page. */
export function fieldId({ name }: FieldOfShop): string {
  return `estimate-${name}`;
}

/** The first option of a select is empty, so that nobody chooses by accident. */
function choicesOf({ options = [], placeholder = "" }: FieldOfShop): { value: string; label: string }[] {
  return [{ value: "", label: placeholder }, ...options.map((option) => ({ value: option, label: option }))];
}

/** Renders the error below a group of choices. */
function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return (
    error !== undefined && (
      <span className="err" id={`${id}-error`}>
        <Icon name="alert" isSmall />
        {error}
      </span>
    )
  );
}

function RadioButtons({ field, typed, error }: EstimateFieldProps) {
  const { name, label, required = false, description, options = [] } = field;
  const { t } = useLocale();
  const id = fieldId(field);
  return (
    <fieldset
      className={error ? "form-row field field--bad" : "form-row field"}
      id={id}
      tabIndex={-1}
      aria-describedby={error && `${id}-error`}
    >
      <legend>
        {label}
        {!required && <span className="optional"> ({t("shell.optional")})</span>}
      </legend>
      {options.map((option) => (
        <label key={option} className="choice">
          <input type="radio" name={name} value={option} defaultChecked={option === typed} required={required} />
          {option}
        </label>
      ))}
      <ErrorText id={id} error={error} />
      {description && <span className="hint">{description}</span>}
    </fieldset>
  );
}

function Checkbox({ field, typed, error }: EstimateFieldProps) {
  const { name, label, required = false, description } = field;
  const id = fieldId(field);
  return (
    <p className={error ? "form-row field field--bad" : "form-row field"}>
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="1"
          defaultChecked={typed !== ""}
          required={required}
          {...(error && { "aria-invalid": true, "aria-describedby": `${id}-error` })}
        />
        {label}
      </label>
      <ErrorText id={id} error={error} />
      {description && <span className="hint">{description}</span>}
    </p>
  );
}
