import { readFile } from "node:fs/promises";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { checkArticles } from "#shop/content/blocks/check-articles.ts";
import { getStoredArticle } from "#shop/content/editing/change-article.ts";
import { checkArticleFile } from "#shop/content/import/check-article-file.ts";
import type { CommandContext } from "../command.ts";
import { refuseMissingFile } from "../refuse-missing-file.ts";

type CheckContext = Pick<CommandContext, "db" | "print">;

/**
 * Prints the shortcodes, links and pictures that are not shown as written: of an article, of a file, or of all articles.
 * @param name slug or path; "" for all
 * @throws if there are any, so that scripts notice
 */
export async function printFaults({ db, print }: CheckContext, name: string): Promise<void> {
  const problems = await problemsOf(db, name);
  for (const problem of problems) print(problem);
  if (problems.length > 0)
    throw new StartError(
      `Some shortcodes, links or pictures are not shown as written: ${formatCount(problems.length, "place")}`,
    );
  print("All shortcodes, links and pictures are shown as written.");
}

async function problemsOf(db: CheckContext["db"], name: string): Promise<string[]> {
  if (name === "") return checkArticles(db);
  if (!/\.(?:html|md)$/.test(name)) return checkArticles(db, (await getStoredArticle(db, name)).slug);
  await refuseMissingFile("articles check", name);
  return checkArticleFile(db, name, await readFile(name, "utf8"));
}
