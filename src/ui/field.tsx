import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.tsx";

/** Attributes of the control inside a field. */
export interface ControlProps {
  id: string;
  name: string;
  className: string;
  required: boolean;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
  "data-required"?: string | undefined;
  "data-invalid"?: string | undefined;
  "data-suggestion"?: string | undefined;
}

/** Texts that a script shows at a control while it is edited. */
export interface ControlTexts {
  /** Error of an empty field. */
  required?: string;
  /** Error of a malformed value. */
  invalid?: string;
  /** Offer of a corrected email address; "%s" stands for its domain. */
  suggestion?: string;
}

interface FieldProps {
  /** Wire name and default id of the control. The row's id is `{id}_field`. */
  name: string;
  label: string;
  /** Set only when a page has two forms with the same name. */
  id?: string;
  kind?: "input" | "select" | "textarea";
  /** For inputs; default: "text". */
  type?: "text" | "email" | "tel" | "password" | "search" | "number" | "url";
  /** For selects, in order. */
  options?: readonly { value: string; label: string }[];
  value?: string;
  isRequired?: boolean;
  /** Marks the label of a field that may stay empty. */
  showsOptional?: boolean;
  hint?: ReactNode;
  /** Like a hint, but with scripts shown only while the field is focused. */
  description?: ReactNode;
  error?: string | undefined;
  texts?: ControlTexts;
  /** Hides the row, for a script to show. */
  isHidden?: boolean;
  /** Further classes of the row, such as validate-email or address-field. */
  rowClass?: string;
  autoComplete?: string;
  inputMode?: ComponentPropsWithoutRef<"input">["inputMode"];
  placeholder?: string;
  maxLength?: number;
  /** Renders a custom control instead of a built-in one. */
  children?: (control: ControlProps) => ReactNode;
}

function controlOf({
  name,
  id = name,
  kind = "input",
  type,
  isRequired = false,
  error,
  hint,
  description,
  texts = {},
}: FieldProps): ControlProps {
  const describedBy = [error && `${id}-error`, (hint ?? description) && `${id}-description`].filter(Boolean).join(" ");
  return {
    id,
    name,
    className: kind === "select" ? "select" : `input input-text${type === "password" ? " woocommerce-Input" : ""}`,
    required: isRequired,
    "data-required": texts.required,
    "data-invalid": texts.invalid,
    "data-suggestion": texts.suggestion,
    ...(error && { "aria-invalid": true }),
    ...(describedBy && { "aria-describedby": describedBy }),
  };
}

function Control(props: FieldProps & { control: ControlProps }) {
  const { control, kind = "input", value, options = [], autoComplete, placeholder, maxLength, inputMode } = props;
  const shared = { ...control, defaultValue: value, autoComplete };
  if (kind === "textarea") return <textarea {...shared} placeholder={placeholder} maxLength={maxLength} />;
  if (kind === "input") {
    const { type = "text" } = props;
    const input = (
      <input {...shared} type={type} placeholder={placeholder} maxLength={maxLength} inputMode={inputMode} />
    );
    return type === "password" ? <shop-password>{input}</shop-password> : input;
  }
  return (
    <select {...shared}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Renders a labelled control with hint and error, in the row that scripts look for. */
export function Field(props: FieldProps) {
  const { t } = useLocale();
  const { label, hint, description, error, isRequired, isHidden, showsOptional, rowClass, children } = props;
  const control = controlOf(props);
  const classes = ["form-row field", isRequired && "validate-required", error && "field--bad", rowClass];
  return (
    <p className={classes.filter(Boolean).join(" ")} id={`${control.id}_field`} hidden={isHidden}>
      <label htmlFor={control.id}>
        {label}
        {showsOptional && <span className="optional"> ({t("shell.optional")})</span>}
      </label>
      <span className="woocommerce-input-wrapper">
        {children ? children(control) : <Control {...props} control={control} />}
        {description && (
          <span className="description" id={`${control.id}-description`}>
            {description}
          </span>
        )}
      </span>
      {error && (
        <span className="err" id={`${control.id}-error`}>
          <Icon name="alert" isSmall />
          {error}
        </span>
      )}
      {hint && (
        <span className="hint" id={`${control.id}-description`}>
          {hint}
        </span>
      )}
    </p>
  );
}
