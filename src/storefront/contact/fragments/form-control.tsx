import { defaultText } from "#shop/contact/template/tag-defaults.rules.ts";
import {
  acceptedFiles,
  hasOption,
  idOf,
  lengthsOf,
  optionValue,
  sizeOf,
} from "#shop/contact/template/tag-options.rules.ts";
import { Acceptance, Choices, Select } from "./choice-control.tsx";
import { classNames, controlClasses, stateOf, type TagProps, tabIndexOf } from "./control-state.ts";
import { TextArea, TextInput, textAttributes } from "./text-control.tsx";

/** Renders a form tag: its control with the wrapper, classes and attributes that form scripts and styles rely on. */
export function FormControl({ tag, state }: TagProps) {
  switch (tag.type) {
    case "hidden":
      return <HiddenInput tag={tag} state={state} />;
    case "captchac":
      return <CaptchaPicture tag={tag} state={state} />;
    case "count":
      return <CharacterCount tag={tag} state={state} />;
    case "submit":
      return (
        <>
          {tag === state.tags.find(({ type }) => type === "submit") && state.puzzle}
          <SubmitButton tag={tag} />
          {state.termsHint !== undefined && <span className="hint wpcf7-terms-hint">{state.termsHint}</span>}
        </>
      );
    case "response":
      return state.responseOutput;
    case "reflection":
      return <fieldset data-reflection-of={tag.name} id={idOf(tag)} className={classNames("wpcf7-reflection", tag)} />;
    case "output":
      return <output data-reflection-of={tag.name} id={idOf(tag)} className={classNames("wpcf7-output", tag)} />;
    default:
      return <WrappedControl tag={tag} state={state} />;
  }
}

function WrappedControl({ tag, state }: TagProps) {
  const error = state.errorOf(tag.name);
  return (
    <span className="wpcf7-form-control-wrap" data-name={tag.name} data-longest-error={state.longestErrorOf(tag)}>
      <Control tag={tag} state={state} />
      {error && (
        <span className="wpcf7-not-valid-tip" aria-hidden="true">
          {error.message}
        </span>
      )}
    </span>
  );
}

function Control({ tag, state }: TagProps) {
  switch (tag.type) {
    case "textarea":
      return <TextArea tag={tag} state={state} />;
    case "select":
      return <Select tag={tag} state={state} />;
    case "checkbox":
    case "radio":
      return <Choices tag={tag} state={state} />;
    case "acceptance":
      return <Acceptance tag={tag} state={state} />;
    case "quiz":
      return <Quiz tag={tag} state={state} />;
    case "file":
      return <FileInput tag={tag} state={state} />;
    default:
      return <TextInput tag={tag} state={state} />;
  }
}

function Quiz({ tag, state }: TagProps) {
  const [question = "", hash = ""] = state.challenges.quiz?.[tag.name] ?? [];
  const { minLength, maxLength, defaultValue: _answer, ...attributes } = textAttributes(tag, state);
  return (
    <>
      <label>
        <span className="wpcf7-quiz-label">{question}</span>{" "}
        <input
          {...attributes}
          type="text"
          size={sizeOf(tag)}
          minLength={minLength}
          maxLength={maxLength}
          autoComplete="off"
          aria-required="true"
          className={controlClasses(tag, state, "input")}
        />
      </label>
      <input type="hidden" name={`_wpcf7_quiz_answer_${tag.name}`} value={hash} />
    </>
  );
}

const captchaSizes = { s: [60, 20], m: [72, 24], l: [84, 28] } as const;

function CaptchaPicture({ tag, state }: TagProps) {
  const src = state.challenges.captcha?.[tag.name] ?? "";
  const [width, height] = captchaSizes[(optionValue(tag, "size", /^[sml]$/) ?? "m") as keyof typeof captchaSizes];
  return (
    <>
      <input type="hidden" name={`_wpcf7_captcha_challenge_${tag.name}`} value={/(\d+)\.\w+$/.exec(src)?.[1] ?? ""} />
      <img
        className={classNames(`wpcf7-form-control wpcf7-captchac wpcf7-captcha-${tag.name.replaceAll(":", "")}`, tag)}
        id={idOf(tag)}
        width={width}
        height={height}
        alt={state.challenges.captchaQuestions?.[tag.name] ?? "captcha"}
        src={src}
      />
      <button type="button" className="captcha-refresh btn btn--line btn--s">
        {state.t("contact.newPicture")}
      </button>
    </>
  );
}

function FileInput({ tag, state }: TagProps) {
  return (
    <input
      {...stateOf(tag, state)}
      id={idOf(tag)}
      type="file"
      name={tag.name}
      size={sizeOf(tag)}
      accept={acceptedFiles(tag).join(",")}
      capture={optionValue(tag, "capture", /^(user|environment)$/) as "user" | "environment" | undefined}
      className={controlClasses(tag, state, "input")}
    />
  );
}

function HiddenInput({ tag, state }: TagProps) {
  return (
    <input
      type="hidden"
      id={idOf(tag)}
      name={tag.name}
      value={state.typedInto(tag.name)?.[0] ?? defaultText(tag, state.readDefault).value}
      className={classNames("wpcf7-form-control wpcf7-hidden", tag)}
    />
  );
}

/** Renders the counter of a text field's characters, whose number a script updates. */
function CharacterCount({ tag, state }: TagProps) {
  const target = state.tags.find(({ type, name }) => name === tag.name && type !== "count");
  const { minimum, maximum } = target ? lengthsOf(target) : {};
  const isDown = hasOption(tag, "down");
  const start = isDown ? (maximum ?? 0) : 0;
  return (
    <span
      id={idOf(tag)}
      className={classNames(`wpcf7-character-count ${isDown ? "down" : "up"}`, tag)}
      data-target-name={tag.name}
      data-starting-value={start}
      data-current-value={start}
      data-maximum-value={maximum}
      data-minimum-value={minimum}
    >
      {start}
    </span>
  );
}

function SubmitButton({ tag }: Pick<TagProps, "tag">) {
  return (
    <input
      type="submit"
      id={idOf(tag)}
      tabIndex={tabIndexOf(tag)}
      value={tag.choices[0]?.shown || "Send"}
      className={classNames("wpcf7-form-control wpcf7-submit has-spinner", tag, "btn btn--main")}
    />
  );
}
