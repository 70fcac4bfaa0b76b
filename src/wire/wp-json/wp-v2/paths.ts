import type { TObject } from "typebox";
import { readPeople } from "#shop/accounts/people.ts";
import { readMedia } from "#shop/catalogue/pictures/list-media.ts";
import { readArticles } from "#shop/content/lists/list-articles.ts";
import { readTopics } from "#shop/content/lists/list-topics.ts";
import type { ApiCall, ApiItem, ApiPath, Embeddable } from "../api/endpoint.ts";
import { embeddedKey } from "../api/shape-answer.ts";
import { applicationPasswordPaths } from "./application-passwords.ts";
import { type ArticleKind, articleItem, articleList, isVisible, oneArticle, pages, posts, viewOf } from "./articles.ts";
import { commentList, oneComment } from "./comments.ts";
import { kindPaths } from "./kinds.ts";
import { mediaItem, mediaList, mediaViewOf, oneMedia } from "./media/media.ts";
import { changedMedia, deletedMedia, newMedia, postProcessedMedia } from "./media/write-media.ts";
import { changeOwnUser, changeUser, oneUser, ownUser, personItem, seesAllPeople, userList } from "./people.ts";
import { commentSchema, mediaSchema, userSchema } from "./schemas/item-schemas.ts";
import { searchPath } from "./search.ts";
import { settingsPath } from "./settings.ts";
import { categories, oneTopic, type TopicKind, tags, topicItem, topicList } from "./topics.ts";
import { changedArticle, deletedArticle, newArticle, revisionPaths } from "./write-articles.ts";
import { changedComment, deletedComment, newComment } from "./write-comments.ts";
import { changedTopic, deletedTopic, newTopic } from "./write-topics.ts";

function articlePaths(kind: ArticleKind): ApiPath[] {
  const { path, schema } = kind;
  return [
    { path, schema, endpoints: [articleList(kind), newArticle(kind)] },
    { path: `${path}/{id}`, schema, endpoints: [oneArticle(kind), changedArticle(kind), deletedArticle(kind)] },
    ...revisionPaths(kind),
  ];
}

function topicPaths(kind: TopicKind): ApiPath[] {
  const { path, schema } = kind;
  return [
    { path, schema, endpoints: [topicList(kind), newTopic(kind)] },
    { path: `${path}/{id}`, schema, endpoints: [oneTopic(kind), changedTopic(kind), deletedTopic(kind)] },
  ];
}

/** All paths of wp/v2. */
export const wpPaths: readonly ApiPath[] = [
  ...articlePaths(posts),
  ...articlePaths(pages),
  ...topicPaths(categories),
  ...topicPaths(tags),
  { path: "/wp/v2/media", schema: mediaSchema, endpoints: [mediaList, newMedia] },
  { path: "/wp/v2/media/{id}", schema: mediaSchema, endpoints: [oneMedia, changedMedia, deletedMedia] },
  { path: "/wp/v2/media/{id}/post-process", schema: mediaSchema, endpoints: [postProcessedMedia] },
  { path: "/wp/v2/comments", schema: commentSchema, endpoints: [commentList, newComment] },
  { path: "/wp/v2/comments/{id}", schema: commentSchema, endpoints: [oneComment, changedComment, deletedComment] },
  { path: "/wp/v2/users", schema: userSchema, endpoints: [userList] },
  { path: "/wp/v2/users/me", schema: userSchema, endpoints: [ownUser, changeOwnUser] },
  { path: "/wp/v2/users/{id}", schema: userSchema, endpoints: [oneUser, changeUser] },
  ...applicationPasswordPaths,
  ...kindPaths,
  searchPath,
  settingsPath,
];

interface EmbeddedItem {
  key: string;
  item: ApiItem;
  schema: TObject;
}

/** Loads what items embed, one statement for each kind of it. What the caller may not see is left out. */
export async function loadEmbeds(call: ApiCall, asked: readonly Embeddable[]): Promise<EmbeddedItem[]> {
  const { services, now } = call;
  const { db } = services;
  const idsOf = (kind: Embeddable["kind"]) => asked.filter((one) => one.kind === kind).map(({ id }) => id);
  const read = async <Row extends { id: number }>(
    kind: Embeddable["kind"],
    load: (ids: readonly number[]) => Promise<Row[]>,
    toItem: (row: Row) => ApiItem,
    schemaOf: (row: Row) => TObject,
  ): Promise<EmbeddedItem[]> => {
    const ids = idsOf(kind);
    const rows = ids.length > 0 ? await load(ids) : [];
    return rows.map((row) => ({ key: embeddedKey({ kind, id: row.id }), item: toItem(row), schema: schemaOf(row) }));
  };
  const loaded = await Promise.all([
    read(
      "person",
      async (ids) => (await readPeople(db, ids, now)).filter((one) => one.isPublic || seesAllPeople(call)),
      (one) => personItem(one, call),
      () => userSchema,
    ),
    read(
      "media",
      (ids) => readMedia(db, ids, mediaViewOf(call)),
      (one) => mediaItem(one, call),
      () => mediaSchema,
    ),
    read(
      "topic",
      (ids) => readTopics(db, ids, now),
      (one) => topicItem(one, call),
      ({ kind }) => (kind === "category" ? categories : tags).schema,
    ),
    read(
      "article",
      async (ids) =>
        (await readArticles(db, ids, { ...viewOf(call), withBody: false })).filter((one) => isVisible(one, call)),
      (one) => articleItem(one, call),
      ({ type }) => (type === "post" ? posts : pages).schema,
    ),
  ]);
  return loaded.flat();
}
