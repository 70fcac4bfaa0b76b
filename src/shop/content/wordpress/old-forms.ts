import type { Database } from "#db/database.ts";
import { contactForms } from "#db/tables/contact.ts";

/** Finds this shop's contact forms for those of an old site, whose ids differ. */
export class OldForms {
  readonly #titles: ReadonlyMap<string, string>;
  readonly #byTitle: ReadonlyMap<string, string>;
  readonly #byHash: readonly { id: number; hash: string }[];

  private constructor(
    titles: ReadonlyMap<string, string>,
    forms: readonly { id: number; hash: string; title: string }[],
  ) {
    this.#titles = titles;
    this.#byTitle = new Map(forms.map(({ id, title }) => [keyOf(title), String(id)]));
    this.#byHash = forms;
  }

  /** @param titles of the old site's forms, by id */
  static async open(db: Database, titles: ReadonlyMap<string, string>): Promise<OldForms> {
    const { id, hash, title } = contactForms;
    return new OldForms(titles, await db.select({ id, hash, title }).from(contactForms).orderBy(id));
  }

  /** Changes with the shop's forms. */
  get key(): string {
    return JSON.stringify([[...this.#byTitle], this.#byHash.map(({ id, hash }) => [id, hash])]);
  }

  /** Returns the id of this shop's form with the same title, or with the hash that newer shortcodes have as their id. */
  idOf(id: string, title: string): string | undefined {
    const byTitle = this.#byTitle.get(keyOf(this.#titles.get(id) ?? title));
    if (byTitle !== undefined) return byTitle;
    const found = this.#byHash.find(({ hash }) => hash !== "" && id.startsWith(hash));
    return found && String(found.id);
  }
}

function keyOf(title: string): string {
  return title.trim().toLowerCase();
}
