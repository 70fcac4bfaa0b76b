import { asc, eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { searchSynonyms } from "#db/tables/search.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";

/** A phrase and its other meanings in searches. */
export interface Synonym {
  /** As `search_text` returns it: lower case, no accents and punctuation. */
  phrase: string;
  /** Words or phrases, in the same form; none: searches ignore the phrase. */
  meanings: readonly string[];
  /** Whether each meaning also stands for the phrase. */
  isMutual: boolean;
}

/** The longest phrase or meaning, in words and characters. */
const [maxWords, maxLength] = [6, 60];
const maxMeanings = 20;
/** Every search is compared with all of them, and the page cache's misses must stay quick. */
const maxSynonyms = 5000;

/** Lists all synonyms by phrase. */
export async function listSynonyms(db: Database): Promise<Synonym[]> {
  return db.select().from(searchSynonyms).orderBy(asc(searchSynonyms.phrase));
}

/**
 * Adds a synonym, or replaces the one with the same phrase. @returns it as it is stored, and whether it was created, updated or
 * unchanged
 * @throws Refusal synonym_invalid
 */
export async function putSynonym(
  db: Database,
  typed: Synonym,
): Promise<{ synonym: Synonym; outcome: "created" | "updated" | "unchanged" }> {
  return inTransaction(db, async (db) => {
    const synonym = await normalized(db, typed);
    const { phrase, meanings, isMutual } = synonym;
    const [before] = await db.select().from(searchSynonyms).where(eq(searchSynonyms.phrase, phrase)).for("update");
    if (before && before.isMutual === isMutual && before.meanings.join("\n") === meanings.join("\n"))
      return { synonym, outcome: "unchanged" };
    if (!before && (await db.$count(searchSynonyms)) >= maxSynonyms)
      throw new Refusal("synonym_invalid", { reason: `there are ${maxSynonyms} synonyms already` });
    const values = { meanings: [...meanings], isMutual };
    await db
      .insert(searchSynonyms)
      .values({ phrase, ...values })
      .onConflictDoUpdate({ target: searchSynonyms.phrase, set: values });
    await learnWords(db, [phrase, ...(isMutual ? meanings : [])]);
    await announceChange(db, ["synonyms"]);
    return { synonym, outcome: before ? "updated" : "created" };
  });
}

/** Removes the synonym of a phrase. @throws Refusal synonym_unknown */
export async function removeSynonym(db: Database, phrase: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const removed = await db
      .delete(searchSynonyms)
      .where(sql`${searchSynonyms.phrase} = search_text(${phrase})`)
      .returning({ phrase: searchSynonyms.phrase });
    if (removed.length === 0) throw new Refusal("synonym_unknown", { phrase });
    await announceChange(db, ["synonyms"]);
  });
}

async function normalized(db: Database, { phrase, meanings, isMutual }: Synonym): Promise<Synonym> {
  const texts = [phrase, ...meanings].map((text) => text.replaceAll("\0", " ").slice(0, 1000));
  const { rows } = await db.execute<{ texts: string[] }>(
    sql`select array(select search_text(text) from unnest(${sql.param(texts)}::text[]) with ordinality as given (text, place)
      order by place) as texts`,
  );
  const [ownPhrase = "", ...ownMeanings] = rows[0]?.texts ?? [];
  const distinct = [...new Set(ownMeanings)].filter((one) => one !== ownPhrase);
  const reason = reasonAgainst(ownPhrase, ownMeanings);
  if (reason) throw new Refusal("synonym_invalid", { reason });
  return { phrase: ownPhrase, meanings: distinct, isMutual: isMutual && distinct.length > 0 };
}

function reasonAgainst(phrase: string, meanings: readonly string[]): string | undefined {
  const tooLong = [phrase, ...meanings].find((one) => one.length > maxLength || one.split(" ").length > maxWords);
  if (phrase === "") return "the phrase has no letters or digits";
  if (meanings.includes("")) return "a meaning has no letters or digits";
  if (meanings.length > 0 && meanings.every((one) => one === phrase)) return "the phrase stands for itself";
  if (tooLong !== undefined)
    return `"${tooLong.slice(0, 80)}" is longer than ${maxWords} words or ${maxLength} characters`;
  if (meanings.length > maxMeanings) return `more than ${maxMeanings} meanings`;
  return undefined;
}

/** Adds the words of phrases to those that typos are corrected to. */
async function learnWords(db: Database, phrases: readonly string[]): Promise<void> {
  await db.execute(sql`insert into search_vocabulary
    select distinct word from string_to_table(${phrases.join(" ")}, ' ') word
    where length(word) between 3 and 40 and word !~ '[0-9]' order by word on conflict do nothing`);
}
