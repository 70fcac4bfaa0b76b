import type { ReactNode } from "react";
import type { Translate } from "#messages/catalogue.ts";
import type { Challenges } from "#shop/contact/challenges/new-challenges.ts";
import type { FormTag } from "#shop/contact/template/form-tag.rules.ts";
import type { ReadDefault } from "#shop/contact/template/tag-defaults.rules.ts";
import { classesOf, optionValue } from "#shop/contact/template/tag-options.rules.ts";

/** A form's fresh puzzles, with the questions that may be answered instead of reading a picture. */
export interface ShownChallenges extends Challenges {
  captchaQuestions?: Readonly<Record<string, string>>;
}

/** Data that a control shows, apart from its tag. */
export interface ControlState {
  t: Translate;
  /** YYYY-MM-DD in the shop's time zone. */
  today: string;
  /** All tags of the form. */
  tags: readonly FormTag[];
  challenges: ShownChallenges;
  readDefault: ReadDefault;
  /** Values that were typed into a refused form; undefined to show the defaults. */
  typedInto: (name: string) => readonly string[] | undefined;
  /** Error of a refused field; undefined without. */
  errorOf: (name: string) => FieldError | undefined;
  /** The longest error that people can cause in a field: its place stays free, so that errors move nothing. */
  longestErrorOf: (tag: FormTag) => string | undefined;
  /** Why the submit button is disabled until terms are accepted; undefined if it never is. */
  termsHint: string | undefined;
  /** The widget of the service that tells people from programs; null without. */
  puzzle: ReactNode;
  /** The element that shows the form's answer. */
  responseOutput: ReactNode;
}

export interface FieldError {
  message: string;
  /** Id of the message in the list for screen readers. */
  id: string;
  /** Whether it is the form's first. */
  isFirst: boolean;
}

export interface TagProps {
  tag: FormTag;
  state: ControlState;
}

/** Returns the classes of a control: those that scripts know, the shop's own look, and the tag's. */
export function classNames(first: string, tag: FormTag, ...others: readonly (string | false)[]): string {
  return [first, tag.required && "wpcf7-validates-as-required", ...others, ...classesOf(tag)].filter(Boolean).join(" ");
}

export function controlClasses(tag: FormTag, state: ControlState, ...others: readonly (string | false)[]): string {
  const isWrong = state.errorOf(tag.name) !== undefined && "wpcf7-not-valid";
  return classNames(`wpcf7-form-control wpcf7-${tag.type}`, tag, ...others, isWrong);
}

/** Returns the attributes that all controls have for their state. */
export function stateOf(tag: FormTag, state: ControlState) {
  const error = state.errorOf(tag.name);
  return {
    tabIndex: tabIndexOf(tag),
    "aria-required": tag.required || undefined,
    "aria-invalid": error !== undefined,
    "aria-describedby": error?.id,
    autoFocus: error?.isFirst,
  };
}

/** Returns the tag's place in the order of the Tab key; undefined without. */
export function tabIndexOf(tag: FormTag): number | undefined {
  const index = optionValue(tag, "tabindex", /^-?\d{1,5}$/);
  return index === undefined ? undefined : Number(index);
}
