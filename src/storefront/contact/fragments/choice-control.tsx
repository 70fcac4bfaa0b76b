import { sanitiseFormText } from "#shop/catalogue/sanitise.ts";
import { acceptanceText } from "#shop/contact/posted-fields.rules.ts";
import { choiceItems, defaultChoices } from "#shop/contact/template/tag-defaults.rules.ts";
import { autoCompleteOf, hasOption, idOf, optionValue } from "#shop/contact/template/tag-options.rules.ts";
import { controlClasses, stateOf, type TagProps } from "./control-state.ts";

/** Renders a select. */
export function Select({ tag, state }: TagProps) {
  const isMultiple = hasOption(tag, "multiple");
  const chosen = state.typedInto(tag.name) ?? defaultChoices(tag, state.readDefault);
  const size = optionValue(tag, "size", /^\d{1,3}$/);
  return (
    <select
      {...stateOf(tag, state)}
      id={idOf(tag)}
      name={isMultiple ? `${tag.name}[]` : tag.name}
      multiple={isMultiple}
      size={size === undefined ? undefined : Number(size)}
      autoComplete={autoCompleteOf(tag)}
      className={controlClasses(tag, state, isMultiple ? "input" : "select")}
      {...(isMultiple ? { defaultValue: [...chosen] } : chosen[0] !== undefined && { defaultValue: chosen[0] })}
    >
      {choiceItems(tag).map(({ value, label }) => (
        <option key={value + label} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Renders checkboxes or radio buttons. */
export function Choices({ tag, state }: TagProps) {
  const items = choiceItems(tag);
  const isExclusive = hasOption(tag, "exclusive") && tag.type === "checkbox";
  const chosen = state.typedInto(tag.name) ?? defaultChoices(tag, state.readDefault);
  const hasFreeText = hasOption(tag, "free_text");
  return (
    <span
      id={idOf(tag)}
      className={controlClasses(
        tag.type === "radio" ? { ...tag, required: false } : tag,
        state,
        isExclusive && "wpcf7-exclusive-checkbox",
      )}
    >
      {items.map(({ value, label }, index) => {
        const isLast = index === items.length - 1;
        const isFree = hasFreeText && isLast;
        const classes = [
          "wpcf7-list-item",
          index === 0 && "first",
          isLast && "last",
          isFree && "has-free-text",
          hasOption(tag, "label_first") && "label-first",
        ];
        return (
          <span key={value} className={classes.filter(Boolean).join(" ")}>
            <ChoiceItem tag={tag} state={state} item={{ value, label }} isChosen={chosen.includes(value)} at={index} />
            {isFree && (
              <input
                type="text"
                name={`_wpcf7_free_text_${tag.name}`}
                aria-label={label}
                className="wpcf7-free-text input"
                defaultValue={state.typedInto(`_wpcf7_free_text_${tag.name}`)?.[0] ?? ""}
              />
            )}
          </span>
        );
      })}
    </span>
  );
}

interface ChoiceItemProps extends TagProps {
  item: { value: string; label: string };
  isChosen: boolean;
  at: number;
}

function ChoiceItem({ tag, state, item: { value, label }, isChosen, at }: ChoiceItemProps) {
  const isLabelled = hasOption(tag, "use_label_element");
  const { tabIndex, "aria-required": _groups, ...common } = stateOf(tag, state);
  const attributes = { ...common, autoFocus: common.autoFocus && at === 0 };
  const isMany = tag.type === "checkbox" && !hasOption(tag, "exclusive");
  const box = (
    <input
      {...attributes}
      tabIndex={tabIndex !== undefined && tabIndex > 0 ? tabIndex + at : tabIndex}
      type={tag.type}
      name={isMany ? `${tag.name}[]` : tag.name}
      value={value}
      defaultChecked={isChosen}
      aria-label={isLabelled ? undefined : label}
      className={tag.type === "radio" ? "check check--round" : "check"}
    />
  );
  const text = <span className="wpcf7-list-item-label">{label}</span>;
  const content = hasOption(tag, "label_first") ? [text, box] : [box, text];
  return isLabelled ? (
    <label>
      {content[0]}
      {content[1]}
    </label>
  ) : (
    <>
      {content[0]}
      {content[1]}
    </>
  );
}

/** Renders a checkbox with which terms are accepted. */
export function Acceptance({ tag, state }: TagProps) {
  const text = acceptanceText(tag);
  const isOn = state.typedInto(tag.name)?.includes("1") ?? hasOption(tag, "default:on");
  const { "aria-required": _never, ...attributes } = stateOf(tag, state);
  const box = (
    <input
      {...attributes}
      id={idOf(tag)}
      type="checkbox"
      name={tag.name}
      value="1"
      defaultChecked={isOn}
      className="check"
    />
  );
  const label = text !== "" && (
    <span className="wpcf7-list-item-label" dangerouslySetInnerHTML={{ __html: sanitiseFormText(text) }} />
  );
  const isLabelFirst = hasOption(tag, "label_first");
  const content = (
    <>
      {isLabelFirst && label}
      {box}
      {!isLabelFirst && label}
    </>
  );
  return (
    <span
      className={controlClasses(
        tag,
        state,
        hasOption(tag, "invert") && "invert",
        hasOption(tag, "optional") && "optional",
      )}
    >
      <span className="wpcf7-list-item">{label ? <label>{content}</label> : content}</span>
    </span>
  );
}
