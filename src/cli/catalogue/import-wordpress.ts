import { stat } from "node:fs/promises";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { reservedSlugs, routes } from "#routes";
import { importWordpress } from "#shop/content/wordpress/import-wordpress.ts";
import { XmlProblem } from "#shop/content/wordpress/read/xml-records.ts";
import { wordpressReportLines } from "#shop/content/wordpress/wordpress-report.ts";
import type { CommandContext, CommandOption, GivenOptions } from "../command.ts";

type Context = Pick<CommandContext, "clock" | "db" | "files" | "pool" | "print">;
type MenuPlace = "primary" | "footer" | "legal";

const places: readonly string[] = ["primary", "footer", "legal"] satisfies MenuPlace[];

/** Options of `import wordpress`. */
export const wordpressOptions: readonly CommandOption[] = [
  { flags: "--dry-run", meaning: "wordpress: only print what would come" },
  { flags: "--uploads <folder>", meaning: "wordpress: take pictures from a copy of wp-content/uploads" },
  { flags: "--all-pictures", meaning: "wordpress: fetch also pictures that no post or page shows" },
  { flags: "--menus <menus>", meaning: "wordpress: replace menus, such as primary=main-menu,footer=links" },
  { flags: "--category-base <path>", meaning: 'wordpress: the old base of categories, if not "category"' },
  { flags: "--tag-base <path>", meaning: 'wordpress: the old base of tags, if not "tag"' },
  { flags: "--overwrite", meaning: "wordpress: import also what was changed or removed in this shop since" },
];

/** Interval of progress messages (ms). */
const progressEvery = 5000;

/** `import wordpress FILE`: imports a WordPress export. @throws StartError if it is broken, or posts, pages or pictures were left out */
export async function importWordpressFile(context: Context, file: string, options: GivenOptions): Promise<void> {
  const { db, pool, files, clock, print } = context;
  const { uploads } = options;
  const isFolder = typeof uploads !== "string" || (await stat(uploads).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) throw new StartError(`The folder ${uploads} does not exist`);
  const isDryRun = options.dryRun === true;
  let reportedAt = performance.now();
  const report = await importWordpress(db, pool, {
    file,
    media: files.media,
    routes,
    reservedSlugs: reservedSlugs(),
    now: clock.now(),
    isDryRun,
    uploads: typeof uploads === "string" ? uploads : undefined,
    allPictures: options.allPictures === true,
    overwrites: options.overwrite === true,
    menus: readMenus(options.menus),
    bases: {
      ...(options.categoryBase !== undefined && { category: readBase(options.categoryBase) }),
      ...(options.tagBase !== undefined && { tag: readBase(options.tagBase) }),
    },
    onProgress: (done, total) => {
      if (performance.now() - reportedAt < progressEvery) return;
      reportedAt = performance.now();
      print(`${done} of ${total} posts and pages`);
    },
  }).catch((error: unknown) => {
    if (error instanceof XmlProblem) throw new StartError(`${file} is refused, nothing was imported: ${error.message}`);
    throw error;
  });
  for (const line of wordpressReportLines(report, isDryRun)) print(line);
  const problems = report.refused.length;
  if (problems > 0)
    throw new StartError(
      `${formatCount(problems, "problem is", "problems are")} listed above. Fix ${problems === 1 ? "it" : "them"} and import the file again.`,
    );
}

/** Reads the base of an old site's archives, such as "topics" or "/blog/topics/". */
function readBase(option: string | true): string {
  const base = String(option).replace(/^\/+|\/+$/g, "");
  if (!/^[^\s/?#]+(?:\/[^\s/?#]+)*$/.test(base)) throw new StartError(`"${String(option)}" is no base of addresses`);
  return base;
}

/** Reads "primary=main-menu,footer=links". */
function readMenus(option: string | true | undefined): ReadonlyMap<MenuPlace, string> {
  const pairs = typeof option === "string" ? option.split(",") : [];
  return new Map(
    pairs.map((pair) => {
      const [, place = "", menu = ""] = /^\s*([a-z]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
      if (!places.includes(place))
        throw new StartError(
          `"${pair}" names no place of a menu: use primary, footer or legal, as in primary=main-menu`,
        );
      return [place as MenuPlace, menu];
    }),
  );
}
