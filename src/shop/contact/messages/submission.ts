import type { User } from "../../accounts/user.ts";
import type { Upload } from "../files/receive-upload.ts";
import type { OpenForm } from "../forms/open-form.ts";

/** A posted form with its origin. */
export interface Submission {
  form: OpenForm;
  entries: readonly (readonly [name: string, value: string | Upload])[];
  /** The form's place on its page: "wpcf7-f7-p2-o1". */
  unitTag: string;
  /** Id of the page or post that contains the form; 0: none. */
  containerId: number;
  /** Null: a guest. */
  user: User | null;
  ip: string;
  userAgent: string;
  /** Address of the page; "" if unknown. */
  url: string;
}

/** Returns a function that finds the last text posted under a name; "" without. */
export function textReader(entries: Submission["entries"]): (name: string) => string {
  const texts = new Map(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
  return (name) => texts.get(name) ?? "";
}

/** Lists the stored files by the name of their field. */
export function uploadsOf(entries: Submission["entries"]): [field: string, file: Upload][] {
  return entries.flatMap(([name, value]) =>
    typeof value === "string" || value.key === undefined ? [] : [[name.replace(/\[.*/s, ""), value]],
  );
}
