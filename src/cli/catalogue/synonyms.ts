import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { reportLines } from "#shop/catalogue/import/import-report.ts";
import { exportSynonyms, importSynonyms } from "#shop/catalogue/search/synonym-files.ts";
import { listSynonyms, putSynonym, removeSynonym, type Synonym } from "#shop/catalogue/search/synonyms.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";
import { forceOption, writeExport } from "../write-export.ts";
import { refuseLeftOut } from "./import.ts";

type SynonymsContext = Pick<CommandContext, "db" | "print">;

/** `synonyms list`, `add PHRASE MEANINGS`, `remove PHRASE`, `import FILE` and `export [FILE]`. */
export const synonymsCommand: DatabaseCommand<SynonymsContext> = {
  name: "synonyms",
  usage: "synonyms <what> [phrase] [meanings]",
  summary: 'list, add "hair fall" "biotin, hair", remove PHRASE, import FILE.csv, or export [FILE.csv]',
  options: [
    { flags: "--both-ways", meaning: "add: each meaning also finds what the phrase finds" },
    { flags: "--ignored", meaning: "add: searches leave the phrase out, such as “price in pakistan”" },
    forceOption,
  ],
  needs: "migrated database",
  async run({ db, print }, [what = "", given = "", meanings = ""], options) {
    switch (what) {
      case "list": {
        const synonyms = await listSynonyms(db);
        if (synonyms.length === 0) print("There are no synonyms yet.");
        for (const synonym of synonyms) print(rowOf(synonym));
        return;
      }
      case "add": {
        const { synonym, outcome } = await putSynonym(db, typedSynonym(given, meanings, options));
        return print(`${{ created: "Added", updated: "Changed", unchanged: "Unchanged" }[outcome]}: ${rowOf(synonym)}`);
      }
      case "remove":
        await removeSynonym(db, given);
        return print(`Removed "${given}".`);
      case "import": {
        await refuseMissingFile("synonyms import", given);
        const report = await importSynonyms(db, given);
        for (const line of reportLines(report)) print(line);
        return refuseLeftOut([report]);
      }
      case "export":
        return writeExport(print, given, options, async (target) =>
          formatCount(await exportSynonyms(db, target), "synonym"),
        );
      default:
        throw unknownWord("synonyms", what, [
          "list",
          "add PHRASE MEANINGS",
          "remove PHRASE",
          "import FILE",
          "export FILE",
        ]);
    }
  },
};

function typedSynonym(phrase: string, list: string, options: GivenOptions): Synonym {
  const meanings = list.split(",").flatMap((one) => (one.trim() === "" ? [] : [one]));
  const isIgnored = options.ignored === true;
  if (isIgnored && meanings.length > 0) throw new StartError("A phrase with meanings cannot be ignored.");
  if (!isIgnored && meanings.length === 0)
    throw new StartError('Name the meanings: synonyms add "hair fall" "biotin, hair", or add --ignored.');
  return { phrase, meanings, isMutual: options.bothWays === true };
}

function rowOf({ phrase, meanings, isMutual }: Synonym): string {
  if (meanings.length === 0) return `${phrase}  (ignored)`;
  return `${phrase}  ${isMutual ? "=" : "->"}  ${meanings.join(", ")}`;
}
