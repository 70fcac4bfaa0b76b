// POST /wp-json/wp/v2/categories and /tags; POST, PUT, PATCH and DELETE /{id} of both.
import { type TProperties, Type } from "typebox";
import { routes } from "#routes";
import { createTopic, deleteTopic, saveTopic } from "#shop/content/editing/save-topic.ts";
import { ApiError } from "../api/api-error.ts";
import { type ApiCall, type Endpoint, editing, endpoint } from "../api/endpoint.ts";
import { addressOf } from "../api/shape-answer.ts";
import { force, pathId } from "./schemas/list-parameters.ts";
import { getTopic, type TopicKind, topicItem } from "./topics.ts";

const name = Type.String({ minLength: 1, maxLength: 200 });
const others = {
  slug: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
};
const parent = { parent: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) };

const fieldsOf = ({ kind }: TopicKind): TProperties => ({ ...others, ...(kind === "category" && parent) });

const changeOf = ({ given }: ApiCall<unknown>) => {
  const sent = given as { name?: string; slug?: string; description?: string; parent?: number };
  return { name: sent.name, slug: sent.slug, description: sent.description, parentId: sent.parent };
};

export function newTopic(kind: TopicKind): Endpoint {
  return endpoint({
    methods: ["POST"],
    parameters: Type.Object({ name, ...fieldsOf(kind) }),
    rule: {
      who: "manage_categories",
      code: "rest_cannot_create",
      message: "Sorry, you are not allowed to create terms in this taxonomy.",
    },
    inBatch: true,
    async answer(call) {
      const change = { ...changeOf(call), name: String(call.given.name) };
      const id = await createTopic(call.services.db, kind.kind, change);
      const item = topicItem(await getTopic(kind, id, call), call);
      return { kind: "item", item, status: 201, location: addressOf(`${kind.path}/${id}`, call.siteUrl) };
    },
  });
}

export function changedTopic(kind: TopicKind): Endpoint {
  return endpoint({
    methods: editing,
    parameters: Type.Object({ name: Type.Optional(name), ...fieldsOf(kind), ...pathId }),
    rule: {
      who: "manage_categories",
      code: "rest_cannot_update",
      message: "Sorry, you are not allowed to edit this term.",
    },
    inBatch: true,
    async answer(call) {
      const id = Number(call.given.id);
      const pathOf = kind.kind === "category" ? routes.articleCategory : routes.articleTag;
      await saveTopic(call.services.db, kind.kind, id, changeOf(call), pathOf);
      return { kind: "item", item: topicItem(await getTopic(kind, id, call), call) };
    },
  });
}

/** Topics have no trash. */
export function deletedTopic(kind: TopicKind): Endpoint {
  return endpoint({
    methods: ["DELETE"],
    parameters: Type.Object({ ...pathId, ...force }),
    rule: {
      who: "manage_categories",
      code: "rest_cannot_delete",
      message: "Sorry, you are not allowed to delete this term.",
    },
    inBatch: true,
    async answer(call) {
      const before = await getTopic(kind, call.given.id, call);
      if (!call.given.force)
        throw new ApiError(
          501,
          "rest_trash_not_supported",
          "Terms do not support trashing. Set 'force=true' to delete.",
        );
      await deleteTopic(call.services.db, kind.kind, call.given.id);
      return { kind: "deleted", previous: topicItem(before, call) };
    },
  });
}
