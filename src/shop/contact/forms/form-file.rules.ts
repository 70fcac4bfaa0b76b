import type { FormFault } from "../form-check.rules.ts";
import type { MailTemplate } from "../mail/form-mail.rules.ts";
import { isMessageKey } from "../validation/form-messages.rules.ts";
import type { FormDefinition } from "./contact-form.ts";

/** A form's file, read. */
export interface FormFile {
  form: FormDefinition;
  /** Faults of the file itself; `place` is "file". */
  faults: FormFault[];
  /** Returns a fault of one of the form's texts with its position in the file. */
  inFile: (fault: FormFault) => FormFault;
}

/** Where a text starts in the file; lines and columns count from 1. */
interface Start {
  line: number;
  column: number;
}

interface Line {
  text: string;
  number: number;
}

/** A mail template that a form file does not mention. */
export const noMail: MailTemplate = {
  active: false,
  recipient: "",
  sender: "",
  subject: "",
  additionalHeaders: "",
  body: "",
  attachments: "",
  useHtml: false,
  excludeBlank: false,
};

const mailLines = { To: "recipient", From: "sender", Subject: "subject" } as const;
const mailOptions = { html: "useHtml", "exclude-blank": "excludeBlank" } as const;
const mailTexts = { headers: "additionalHeaders", body: "body", attachments: "attachments" } as const;
const mails = { mail: "mail", "second mail": "mail2" } as const;

/**
 * Prints a form as a text file: front matter, then sections that start with a line such as `=== mail ===`. A line of a
 * text that starts like that gets a backslash. `readFormFile` reads it again, except for blank lines around a text.
 */
export function printFormFile({ slug, hash, title, locale, template, messages, ...form }: FormDefinition): string {
  const head = { title, slug, hash, locale };
  const lines = Object.entries(head).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
  const sections: [name: string, text: string][] = [["form", template]];
  for (const [name, key] of Object.entries(mails)) sections.push(...mailSections(name, form[key]));
  sections.push([
    "messages",
    // In one order, whatever order the database returns them in.
    Object.entries(messages)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, text]) => `${key}: ${text}`)
      .join("\n"),
  ]);
  sections.push(["additional settings", form.additionalSettings]);
  const written = sections.filter(([name, text]) => text !== "" || name === "form" || Object.hasOwn(mails, name));
  return `---\n${lines.join("\n")}\n---\n${written.map(([name, text]) => `\n=== ${name} ===\n${escaped(text)}`).join("")}`;
}

function mailSections(name: string, mail: MailTemplate): [name: string, text: string][] {
  if (isNoMail(mail)) return [];
  const options = Object.entries(mailOptions).flatMap(([word, key]) => (mail[key] ? [word] : []));
  const lines = Object.entries(mailLines).map(([label, key]) => `${label}: ${mail[key]}`);
  if (options.length > 0) lines.push(`Options: ${options.join(", ")}`);
  if (!mail.active) lines.push("Active: no");
  const texts = Object.entries(mailTexts).map(([part, key]): [string, string] => [`${name} ${part}`, mail[key]]);
  return [[name, lines.join("\n")], ...texts];
}

function isNoMail(mail: MailTemplate): boolean {
  return Object.entries(noMail).every(([key, value]) => mail[key as keyof MailTemplate] === value);
}

function escaped(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^(?=\\*===)/, "\\"));
  return text === "" ? "" : `${lines.join("\n")}\n`;
}

/** Reads a form's file. A faulty line is reported and left out. */
export function readFormFile(text: string): FormFile {
  const reader = new FileReader(text);
  const form: FormDefinition = {
    ...reader.head(),
    template: reader.text("form", "template"),
    mail: reader.mail("mail"),
    mail2: reader.mail("second mail"),
    messages: reader.messages(),
    additionalSettings: reader.text("additional settings", "additionalSettings"),
  };
  reader.refuseOthers();
  return { form, faults: reader.faults.toSorted((a, b) => a.line - b.line), inFile: (fault) => reader.inFile(fault) };
}

class FileReader {
  readonly faults: FormFault[] = [];
  readonly #head: Line[] = [];
  readonly #sections = new Map<string, { heading: Line; lines: Line[] }>();
  readonly #read = new Set<string>();
  readonly #starts = new Map<string, Start>();

  constructor(text: string) {
    const lines = text
      .replace(/^\ufeff/, "")
      .split(/\r\n?|\n/)
      .map((line, index) => ({ text: line, number: index + 1 }));
    const end = lines.findIndex((line, index) => index > 0 && line.text.trim() === "---");
    if (lines[0]?.text.trim() !== "---" || end === -1) {
      this.#fault(
        "head_missing",
        1,
        'The file must start with lines such as "title: Contact" between two lines "---".',
      );
      return;
    }
    this.#head.push(...lines.slice(1, end));
    let section: Line[] | undefined;
    for (const line of lines.slice(end + 1)) {
      const name = /^===[ \t]*(.*?)[ \t]*=*[ \t]*$/s.exec(line.text)?.[1]?.toLowerCase();
      if (name !== undefined) section = this.#open(name, line);
      else if (section) section.push({ ...line, text: line.text.replace(/^\\(?=\\*===)/, "") });
      else if (line.text.trim() !== "") this.#fault("text_outside", line.number, "This text belongs to no section.");
    }
  }

  #open(name: string, heading: Line): Line[] {
    const known = this.#sections.get(name);
    if (known) this.#fault("section_repeated", heading.number, `The section "${name}" is in the file twice.`);
    const lines: Line[] = known?.lines ?? [];
    if (!known) this.#sections.set(name, { heading, lines });
    return lines;
  }

  head(): Pick<FormDefinition, "title" | "slug" | "hash" | "locale"> {
    const shapes = {
      title: /^.{1,200}$/su,
      slug: /^[a-z0-9]+(-[a-z0-9]+)*$/,
      hash: /^[0-9a-f]{7}$/,
      locale: /^[a-z]{2,3}(_[A-Z]{2})?$/,
    };
    const values = { title: "", slug: "", hash: "", locale: "en_US" };
    for (const { text, number } of this.#head.filter((line) => line.text.trim() !== "")) {
      const [, name = "", value = ""] = /^\s*(\w+)[ \t]*:[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
      if (!isKeyOf(shapes, name))
        this.#fault("head_unknown", number, `Only ${Object.keys(shapes).join(", ")} can be here.`);
      else if (shapes[name].test(value)) values[name] = value;
      else this.#fault("head_invalid", number, `"${value.slice(0, 60)}" cannot be the ${name} of a form.`);
    }
    for (const name of ["title", "slug"] as const)
      if (values[name] === "" && this.#head.length > 0) this.#fault("head_missing", 1, `The ${name} is missing.`);
    return values;
  }

  /** @param place name of the text in faults */
  text(section: string, place: string): string {
    const lines = this.#linesOf(section);
    const first = lines.findIndex(({ text }) => text.trim() !== "");
    if (first === -1) return "";
    const last = lines.findLastIndex(({ text }) => text.trim() !== "");
    this.#starts.set(place, { line: lines[first]?.number ?? 1, column: 1 });
    return lines
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join("\n");
  }

  mail(name: keyof typeof mails): MailTemplate {
    const place = mails[name];
    const mail = { ...noMail, active: this.#sections.has(name) };
    for (const { text, number } of this.#linesOf(name).filter((line) => line.text.trim() !== "")) {
      const [, label = "", gap = "", value = ""] = /^(\w+):([ \t]*)(.*?)[ \t]*$/s.exec(text) ?? [];
      if (isKeyOf(mailLines, label)) {
        mail[mailLines[label]] = value;
        this.#starts.set(`${place}.${mailLines[label]}`, { line: number, column: label.length + gap.length + 2 });
      } else if (label === "Active" && /^(yes|no)$/.test(value)) mail.active = value === "yes";
      else if (label === "Options") this.#readOptions(mail, value, number);
      else
        this.#fault(
          "mail_line_unknown",
          number,
          "Only To:, From:, Subject:, Options: and Active: yes or no can be here.",
        );
    }
    for (const [part, key] of Object.entries(mailTexts)) mail[key] = this.text(`${name} ${part}`, `${place}.${key}`);
    return mail;
  }

  #readOptions(mail: MailTemplate, value: string, number: number): void {
    for (const word of value.split(",").map((one) => one.trim()))
      if (isKeyOf(mailOptions, word)) mail[mailOptions[word]] = true;
      else
        this.#fault("mail_option_unknown", number, `"${word.slice(0, 40)}" is no option; html and exclude-blank are.`);
  }

  messages(): FormDefinition["messages"] {
    const messages: FormDefinition["messages"] = {};
    for (const { text, number } of this.#linesOf("messages").filter((line) => line.text.trim() !== "")) {
      const [, key = "", value = ""] = /^(\w+)[ \t]*:[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
      if (isMessageKey(key)) messages[key] = value;
      else this.#fault("message_unknown", number, `There is no message "${(key || text).slice(0, 40)}".`);
    }
    return messages;
  }

  refuseOthers(): void {
    for (const [name, { heading }] of this.#sections)
      if (!this.#read.has(name))
        this.#fault("section_unknown", heading.number, `There is no section "${name.slice(0, 40)}" in a form's file.`);
    if (!this.#sections.has("form") && this.#head.length > 0)
      this.#fault("section_missing", 1, 'The section "=== form ===" is missing.');
  }

  inFile(fault: FormFault): FormFault {
    const start = this.#starts.get(fault.place) ?? { line: 1, column: 1 };
    const column = fault.line === 1 ? start.column + fault.column - 1 : fault.column;
    return { ...fault, line: start.line + fault.line - 1, column };
  }

  #linesOf(section: string): Line[] {
    this.#read.add(section);
    return this.#sections.get(section)?.lines ?? [];
  }

  #fault(code: string, line: number, message: string): void {
    this.faults.push({ place: "file", code, line, column: 1, message });
  }
}

function isKeyOf<Known extends object>(known: Known, name: string): name is keyof Known & string {
  return Object.hasOwn(known, name);
}
