/** A quoted value of a form tag. "before|after" has two parts; otherwise both are the same. */
export interface Choice {
  /** Displayed and posted. The question of a quiz. */
  shown: string;
  /** Sent in mails. The answer of a quiz. */
  sent: string;
}

/** A form tag such as `[text* your-name placeholder "Your name"]`. */
export interface FormTag {
  type: TagType;
  /** Written with an asterisk. */
  required: boolean;
  /** Name of the posted field, with dots replaced by underscores; "" for types without a name. */
  name: string;
  /** In the written order: "size:40", "readonly", "40x10/500". Read them with `tag-options.rules.ts`. */
  options: readonly string[];
  choices: readonly Choice[];
  /** Text between the tag and its closing tag, trimmed; "" without. */
  content: string;
  /** The tag as written, with its content and closing tag. */
  source: string;
  /** Position in the template, from 1. */
  line: number;
  column: number;
}

interface TagKind {
  /** Needs a name. */
  named?: true;
  /** Can be required with an asterisk. */
  starred?: true;
  /** Starts a block: not put into a paragraph. */
  block?: true;
  /** Posts a value that mails can contain. */
  mailed?: true;
}

const field: TagKind = { named: true, starred: true, mailed: true };

const kinds = {
  text: field,
  email: field,
  url: field,
  tel: field,
  textarea: field,
  number: field,
  range: field,
  date: field,
  select: field,
  checkbox: field,
  radio: { named: true, mailed: true },
  acceptance: { named: true, mailed: true },
  quiz: { named: true },
  captchac: { named: true },
  captchar: { named: true },
  file: field,
  hidden: { named: true, block: true, mailed: true },
  count: { named: true },
  submit: {},
  response: { block: true },
  reflection: { named: true, block: true },
  output: { named: true },
} satisfies Record<string, TagKind>;

export type TagType = keyof typeof kinds;

export const tagTypes: readonly TagType[] = Object.keys(kinds) as TagType[];

/** Returns the type's properties; undefined for unknown types. */
export function tagKind(type: string): TagKind | undefined {
  return isTagType(type) ? kinds[type] : undefined;
}

export function isTagType(type: string): type is TagType {
  return Object.hasOwn(kinds, type);
}

/** Returns whether a tag of this type offers choices. */
export function isSelectable({ type }: { type: TagType }): boolean {
  return type === "checkbox" || type === "radio" || type === "select";
}
