// POST /wp-json/wp/v2/posts and /pages; POST, PUT, PATCH and DELETE /{id} of both; /{parent}/revisions.
import { type TProperties, Type } from "typebox";
import { reservedSlugs, routes } from "#routes";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { withoutBlocks } from "#shop/content/blocks/parse-body.ts";
import { deleteArticle, listRevisions, type Revision, setArticleStatus } from "#shop/content/editing/change-article.ts";
import { type ArticleChange, createArticle, saveArticle } from "#shop/content/editing/save-article.ts";
import { listPictureFaults, type PictureFault } from "#shop/content/pictures/picture-faults.ts";
import { Refusal } from "#shop/refusal.ts";
import { localTime } from "#shop/settings/time-zone.rules.ts";
import { ApiError } from "../api/api-error.ts";
import { type ApiCall, type ApiItem, type ApiPath, type Endpoint, editing, endpoint } from "../api/endpoint.ts";
import { addressOf } from "../api/shape-answer.ts";
import { type ArticleKind, articleItem, getArticle } from "./articles.ts";
import { momentOf } from "./moments.ts";
import { force, itemParameters, pathId } from "./schemas/list-parameters.ts";
import { revisionSchema, writtenPage, writtenPost } from "./schemas/post-schemas.ts";

const fieldsOf = ({ type }: ArticleKind): TProperties => (type === "post" ? writtenPost : writtenPage);

const termsAt = (now: Date) => ({ reservedSlugs: taken, pathOf: routes.article, now });
const taken = reservedSlugs();

/** Returns the endpoint that adds a post or page, by the caller unless it names another author. */
export function newArticle(kind: ArticleKind): Endpoint {
  return endpoint({
    methods: ["POST"],
    parameters: Type.Object(fieldsOf(kind)),
    rule: { who: "edit_posts", code: "rest_cannot_create", message: "Sorry, you are not allowed to create posts." },
    inBatch: true,
    async answer(call) {
      const sent = changeOf(call);
      const change = { ...sent, personId: sent.personId ?? call.caller.user?.id };
      const id = await createArticle(call.services.db, kind.type, change, termsAt(call.now));
      const item = await writtenItem(kind, id, call);
      return { kind: "item", item, status: 201, location: addressOf(`${kind.path}/${id}`, call.siteUrl) };
    },
  });
}

/** Returns the endpoint that changes a post or page. */
export function changedArticle(kind: ArticleKind): Endpoint {
  return endpoint({
    methods: editing,
    parameters: Type.Object({ ...fieldsOf(kind), ...pathId }),
    rule: { who: "edit_posts", code: "rest_cannot_edit", message: "Sorry, you are not allowed to edit this post." },
    inBatch: true,
    async answer(call) {
      const id = Number(call.given.id);
      await saveArticle(call.services.db, { id, type: kind.type }, changeOf(call), termsAt(call.now));
      return { kind: "item", item: await writtenItem(kind, id, call) };
    },
  });
}

/** Returns what was written, with warnings of pictures that lack texts or are not in the library. */
async function writtenItem(kind: ArticleKind, id: number, call: ApiCall): Promise<ApiItem> {
  const { fields, links } = articleItem(await getArticle(kind, id, call), call);
  const faults = await listPictureFaults(call.services.db, call.now, id);
  const having = (fault: PictureFault["fault"]) => faults.filter((one) => one.fault === fault);
  const warnings = {
    media_without_alt: having("no alt").map((one) => one.id),
    media_without_caption: having("no caption").map((one) => one.id),
    media_unknown: having("unknown").map((one) => one.title),
  };
  return { fields: { ...fields, ...warnings }, links };
}

/** Returns the endpoint that moves a post or page to the trash, or deletes it for good. */
export function deletedArticle(kind: ArticleKind): Endpoint {
  return endpoint({
    methods: ["DELETE"],
    parameters: Type.Object({ ...pathId, ...force }),
    rule: {
      who: "delete_posts",
      code: "rest_cannot_delete",
      message: "Sorry, you are not allowed to delete this post.",
    },
    inBatch: true,
    async answer(call) {
      const { given, services, now } = call;
      const before = await getArticle(kind, given.id, call);
      if (given.force) {
        await deleteArticle(services.db, { id: given.id });
        return { kind: "deleted", previous: articleItem(before, call) };
      }
      if (before.status === "trash")
        throw new ApiError(410, "rest_already_trashed", "The post has already been deleted.");
      await setArticleStatus(services.db, before.slug, { status: "trash" }, now);
      return { kind: "item", item: articleItem(await getArticle(kind, given.id, call), call) };
    },
  });
}

/** Reads what was sent, and nothing else. */
function changeOf(call: ApiCall): ArticleChange {
  const { given, sent } = call;
  const get = <Value>(name: string) => (sent.has(name) ? (given[name] as Value) : undefined);
  const text = (name: string) => {
    const value = get<string | { raw: string }>(name);
    return typeof value === "object" ? value.raw : value;
  };
  const status = get<string>("status");
  const comments = get<string>("comment_status");
  const format = get<string>("format");
  return {
    title: text("title"),
    // Clients name pictures by the address that the API gives them.
    body: text("content")?.replaceAll(call.siteUrl + routes.media(""), routes.media("")),
    excerpt: text("excerpt"),
    slug: get("slug"),
    status: (status === "future" ? "publish" : status) as ArticleChange["status"],
    publishedAt: dateOf(call),
    personId: get("author"),
    mediaId: get("featured_media"),
    commentsOpen: comments === undefined ? undefined : comments === "open",
    isSticky: get("sticky"),
    format: format === "standard" ? null : format,
    parentId: get("parent"),
    categories: get("categories"),
    tags: get("tags"),
  };
}

/** The date in UTC wins over the one in the shop's time zone. */
function dateOf(call: ApiCall): Date | null | undefined {
  const { given, sent } = call;
  if (sent.has("date_gmt"))
    return given.date_gmt === null ? null : momentOf({ timeZone: "UTC" }, "date_gmt", given.date_gmt as string);
  if (sent.has("date")) return given.date === null ? null : momentOf(call, "date", given.date as string);
  return undefined;
}

const parent = { parent: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) };
const revisionRule = { who: "edit_posts", code: "rest_cannot_read" } as const;

/** Returns the paths of the kept versions of a post or page. */
export function revisionPaths(kind: ArticleKind): ApiPath[] {
  const itemOf = revisionItem(kind);
  const list = async (call: ApiCall<{ parent: number }>) => {
    const { slug } = await getArticle(kind, call.given.parent, call);
    return (await listRevisions(call.services.db, slug)).map((one) => itemOf(one, call));
  };
  return [
    {
      path: `${kind.path}/{parent}/revisions`,
      schema: revisionSchema,
      endpoints: [
        endpoint({
          methods: ["GET"],
          parameters: Type.Object({ ...parent, ...itemParameters }),
          rule: revisionRule,
          async answer(call) {
            const items = await list(call);
            return { kind: "list", items, total: items.length, page: 1, perPage: Math.max(items.length, 1) };
          },
        }),
      ],
    },
    {
      path: `${kind.path}/{parent}/revisions/{id}`,
      schema: revisionSchema,
      endpoints: [
        endpoint({
          methods: ["GET"],
          parameters: Type.Object({ ...parent, ...pathId, ...itemParameters }),
          rule: revisionRule,
          async answer(call) {
            const item = (await list(call)).find(({ fields }) => fields.id === call.given.id);
            if (!item) throw new Refusal("revision_unknown");
            return { kind: "item", item };
          },
        }),
      ],
    },
  ];
}

function revisionItem({ path }: ArticleKind) {
  return (revision: Revision, { timeZone }: Pick<ApiCall<unknown>, "timeZone">): ApiItem => {
    const { id, articleId, madeAt, author, title, excerpt, body } = revision;
    const { day, time } = localTime(madeAt, timeZone);
    const [date, dateGmt] = [`${day}T${time}`, madeAt.toISOString().slice(0, 19)];
    return {
      fields: {
        id,
        parent: articleId,
        // "user 7" or "key {uuid} of user 7", as the audit log names actors.
        author: Number(/^(?:key \S+ of )?user (\d+)$/.exec(author)?.[1] ?? 0),
        date,
        date_gmt: dateGmt,
        modified: date,
        modified_gmt: dateGmt,
        slug: `${articleId}-revision-v1`,
        title: { raw: title, rendered: escapeHtml(title) },
        content: { raw: body, rendered: withoutBlocks(body) },
        excerpt: { raw: excerpt, rendered: excerpt && `<p>${escapeHtml(excerpt)}</p>\n` },
      },
      links: { parent: [{ href: `${path}/${articleId}` }] },
    };
  };
}
