import type { FormTag } from "#shop/contact/template/form-tag.rules.ts";
import { defaultText } from "#shop/contact/template/tag-defaults.rules.ts";
import {
  areaOf,
  autoCompleteOf,
  dateBounds,
  hasOption,
  idOf,
  lengthsOf,
  numberBounds,
  optionValue,
  sizeOf,
} from "#shop/contact/template/tag-options.rules.ts";
import { type ControlState, controlClasses, stateOf, type TagProps } from "./control-state.ts";

/** Returns the attributes of controls that take text. */
export function textAttributes(tag: FormTag, state: ControlState) {
  const { minimum, maximum } = lengthsOf(tag);
  const { placeholder, value } = defaultText(tag, state.readDefault);
  return {
    ...stateOf(tag, state),
    id: idOf(tag),
    name: tag.name,
    minLength: minimum,
    maxLength: maximum,
    readOnly: hasOption(tag, "readonly"),
    autoComplete: autoCompleteOf(tag),
    placeholder: placeholder || undefined,
    defaultValue: state.typedInto(tag.name)?.[0] ?? value,
  };
}

const extraClasses: Partial<Record<FormTag["type"], string>> = {
  email: "wpcf7-text wpcf7-validates-as-email",
  url: "wpcf7-text wpcf7-validates-as-url",
  tel: "wpcf7-text wpcf7-validates-as-tel",
  number: "wpcf7-validates-as-number",
  range: "wpcf7-validates-as-number",
  date: "wpcf7-validates-as-date",
};

/** Renders an input for text, a number or a date. */
export function TextInput({ tag, state }: TagProps) {
  const { type } = tag;
  const { minLength, maxLength, ...attributes } = textAttributes(tag, state);
  const isCaptcha = type === "captchar";
  const lengths =
    extraClasses[type]?.includes("validates-as-number") || type === "date" ? {} : { minLength, maxLength };
  return (
    <input
      {...attributes}
      {...lengths}
      {...boundsOf(tag, state)}
      {...(isCaptcha && { autoComplete: "off", defaultValue: "", title: state.t("contact.captchaAnswer") })}
      type={isCaptcha ? "text" : type}
      size={"maxLength" in lengths ? sizeOf(tag) : undefined}
      list={optionValue(tag, "list", /^[-\w]+$/)}
      data-suggestion={type === "email" ? state.t("shell.emailSuggestion", { domain: "%s" }) : undefined}
      className={controlClasses(tag, state, extraClasses[type] ?? false, type !== "range" && "input")}
    />
  );
}

function boundsOf(tag: FormTag, { today }: ControlState) {
  if (tag.type !== "date" && tag.type !== "number" && tag.type !== "range") return {};
  const { minimum, maximum } = tag.type === "date" ? dateBounds(tag, today) : numberBounds(tag);
  const step = optionValue(tag, "step", tag.type === "date" ? /^\d+$/ : /^(any|\d*\.?\d+)$/);
  return { min: minimum, max: maximum, step };
}

/** Renders a text area. */
export function TextArea({ tag, state }: TagProps) {
  const { columns, rows } = areaOf(tag);
  return (
    <textarea
      {...textAttributes(tag, state)}
      cols={columns}
      rows={rows}
      className={controlClasses(tag, state, "input")}
    />
  );
}
