import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import {
  deleteArticle,
  getStoredArticle,
  listRevisions,
  listStoredArticles,
  restoreRevision,
  type StoredArticle,
  setArticleStatus,
} from "#shop/content/editing/change-article.ts";
import { listPictureFaults } from "#shop/content/pictures/picture-faults.ts";
import { momentOf } from "#shop/coupons/coupon-fields.rules.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { visible } from "../contact/visible.ts";
import { formatMinute } from "../format.ts";
import { printFaults } from "./check-articles.ts";
import { sentenceOf } from "./media.ts";

type ArticlesContext = Pick<CommandContext, "db" | "print" | "clock">;

interface Asked {
  slug: string;
  revision: string;
  options: GivenOptions;
}

const statuses = ["publish", "scheduled", "draft", "pending", "private", "trash"] as const;

const words: Readonly<Record<string, (context: ArticlesContext, asked: Asked) => Promise<void>>> = {
  list,
  show,
  revisions,
  restore,
  publish,
  unpublish: async ({ db, print, clock }, { slug }) => {
    await setArticleStatus(db, slug, { status: "draft" }, clock.now());
    print(`${slug} is a draft now.`);
  },
  delete: remove,
  check: (context, { slug }) => printFaults(context, slug),
};

/** `articles`: lists, shows, publishes and deletes articles and pages, and restores earlier versions. */
export const articlesCommand: DatabaseCommand<ArticlesContext> = {
  name: "articles",
  usage: "articles <what> [slug] [revision]",
  summary:
    "articles and pages: list; show SLUG; revisions SLUG; restore SLUG REVISION; publish, unpublish or delete SLUG; check [SLUG or FILE] for shortcodes that are not shown, and for missing files",
  options: [
    { flags: "--type <type>", meaning: "list: only post or page" },
    { flags: "--status <status>", meaning: `list: only ${statuses.join(", ")}` },
    { flags: "--limit <n>", meaning: "list: how many, newest first; default 20" },
    { flags: "--date <date>", meaning: "publish: when, such as 2026-12-01T09:00Z; in the future: scheduled" },
    { flags: "--force", meaning: "delete: for good, with revisions and comments, instead of moving it to the trash" },
  ],
  needs: "migrated database",
  async run(context, [what = "", slug = "", revision = ""], options) {
    const word = Object.hasOwn(words, what) ? words[what] : undefined;
    const known = [
      "list",
      "show SLUG",
      "revisions SLUG",
      "restore SLUG REVISION",
      "publish SLUG",
      "unpublish SLUG",
      "delete SLUG",
      "check [SLUG or FILE]",
    ];
    if (!word) throw unknownWord("articles", what, known);
    await word(context, { slug, revision, options });
  },
};

async function list({ db, print, clock }: ArticlesContext, { options }: Asked): Promise<void> {
  const { limit = "20" } = options;
  if (!/^[1-9]\d{0,5}$/.test(String(limit))) throw new StartError(`"${limit}" is not a limit: write a number.`);
  const now = clock.now();
  const type = choiceOf(options, "type", ["post", "page"] as const);
  const filter = { type, status: choiceOf(options, "status", statuses), limit: Number(limit) };
  const articles = await listStoredArticles(db, filter, now);
  if (articles.length === 0) print("There are no such articles.");
  for (const article of articles)
    print(
      [
        formatMinute(article.publishedAt),
        article.type,
        statusOf(article, now),
        article.slug,
        visible(article.title),
      ].join("  "),
    );
}

async function show({ db, print, clock }: ArticlesContext, { slug }: Asked): Promise<void> {
  const article = await getStoredArticle(db, slug);
  const { id, type, title, excerpt, body, publishedAt, updatedAt, format, isSticky, commentsOpen } = article;
  print(`${type} ${id}: ${visible(title)}`);
  print(`${statusOf(article, clock.now())}, ${formatMinute(publishedAt)}, changed ${formatMinute(updatedAt)}`);
  print(
    [
      `format ${format ?? "standard"}`,
      ...(isSticky ? ["sticky"] : []),
      `comments ${commentsOpen ? "open" : "closed"}`,
    ].join(", "),
  );
  if (excerpt) print(visible(excerpt));
  print(visible(body));
}

async function revisions({ db, print }: ArticlesContext, { slug }: Asked): Promise<void> {
  const kept = await listRevisions(db, slug);
  if (kept.length === 0) print(`${slug} has not been changed yet.`);
  for (const { id, madeAt, author, title, body } of kept)
    print(
      `${id}  until ${formatMinute(madeAt)}  changed by ${author || "the shop"}  ${visible(title)} (${formatCount(body.length, "character")})`,
    );
}

async function restore({ db, print, clock }: ArticlesContext, { slug, revision }: Asked): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(revision))
    throw new StartError(`Name the revision: "npm run shop -- articles revisions ${slug}" lists them.`);
  await restoreRevision(db, slug, Number(revision), clock.now());
  print(`${slug} has the texts of revision ${revision} again.`);
}

async function publish({ db, print, clock }: ArticlesContext, { slug, options }: Asked): Promise<void> {
  const { date } = options;
  const publishedAt = date === undefined || date === true ? undefined : momentOf(date);
  if (date !== undefined && !publishedAt)
    throw new StartError(`"${date}" is not a date: write 2026-12-01, or 2026-12-01T09:00Z.`);
  const now = clock.now();
  const article = await setArticleStatus(db, slug, { status: "publish", ...(publishedAt && { publishedAt }) }, now);
  const at = formatMinute(article.publishedAt);
  print(article.publishedAt > now ? `${slug} will be published at ${at}.` : `${slug} is published, dated ${at}.`);
  for (const fault of await listPictureFaults(db, now, article.id)) print(sentenceOf(fault));
}

async function remove({ db, print, clock }: ArticlesContext, { slug, options }: Asked): Promise<void> {
  if (options.force !== true) {
    await setArticleStatus(db, slug, { status: "trash" }, clock.now());
    return print(
      `${slug} is in the trash: "publish" or "unpublish" takes it out, "delete --force" deletes it for good.`,
    );
  }
  await deleteArticle(db, { slug });
  print(`${slug} is deleted.`);
}

function statusOf({ status, publishedAt }: StoredArticle, now: Date): string {
  return status === "publish" && publishedAt > now ? "scheduled" : status;
}

/** @throws StartError if the option has another value */
function choiceOf<Value extends string>(
  options: GivenOptions,
  name: string,
  allowed: readonly Value[],
): Value | undefined {
  const given = options[name];
  const found = allowed.find((one) => one === given);
  if (given !== undefined && !found) throw new StartError(`There is no ${name} "${given}": use ${allowed.join(", ")}.`);
  return found;
}
