// GET /wp-json/wp/v2/types, /taxonomies and /statuses, and /{name} of each.
import { type TObject, Type } from "typebox";
import { ApiError, forbidden } from "../api/api-error.ts";
import { can } from "../api/capabilities.ts";
import { type ApiCall, type ApiItem, type ApiPath, endpoint } from "../api/endpoint.ts";
import { statusSchema, taxonomySchema, typeSchema } from "./schemas/item-schemas.ts";
import { itemParameters } from "./schemas/list-parameters.ts";

interface Kinds {
  path: string;
  /** The parameter of the path to one. */
  parameter: string;
  schema: TObject;
  /** By key. */
  items: Readonly<Record<string, ApiItem>>;
  unknown: ApiError;
  /** Whether the caller sees one. */
  isVisible: (key: string, call: ApiCall<unknown>) => boolean;
}

function type(slug: string, name: string, singular: string, base: string, more: Record<string, unknown> = {}): ApiItem {
  return {
    fields: {
      description: "",
      hierarchical: false,
      has_archive: false,
      name,
      slug,
      icon: null,
      taxonomies: [],
      rest_base: base,
      rest_namespace: "wp/v2",
      viewable: true,
      supports: {
        title: true,
        editor: true,
        excerpt: true,
        author: true,
        thumbnail: true,
        comments: true,
        revisions: true,
      },
      labels: { name, singular_name: singular },
      ...more,
    },
    links: { collection: [{ href: "/wp/v2/types" }], "wp:items": [{ href: `/wp/v2/${base}` }] },
  };
}

function taxonomy(slug: string, name: string, singular: string, base: string, hierarchical: boolean): ApiItem {
  return {
    fields: {
      name,
      slug,
      description: "",
      types: ["post"],
      hierarchical,
      rest_base: base,
      rest_namespace: "wp/v2",
      show_cloud: true,
      labels: { name, singular_name: singular },
    },
    links: { collection: [{ href: "/wp/v2/taxonomies" }], "wp:items": [{ href: `/wp/v2/${base}` }] },
  };
}

function status(slug: string, name: string, isFloating = false): ApiItem {
  const isPublic = slug === "publish";
  return {
    fields: {
      name,
      private: slug === "private",
      protected: !isPublic && slug !== "private" && slug !== "trash",
      public: isPublic,
      queryable: isPublic,
      show_in_list: slug !== "trash",
      slug,
      date_floating: isFloating,
    },
    links: { archives: [{ href: "/wp/v2/posts" }] },
  };
}

const types: Kinds = {
  path: "/wp/v2/types",
  parameter: "type",
  schema: typeSchema,
  items: {
    post: type("post", "Posts", "Post", "posts", { taxonomies: ["category", "post_tag"], has_archive: true }),
    page: type("page", "Pages", "Page", "pages", { hierarchical: true }),
    attachment: type("attachment", "Media", "Media", "media", { supports: { title: true } }),
  },
  unknown: new ApiError(404, "rest_type_invalid", "Invalid post type."),
  isVisible: () => true,
};

const taxonomies: Kinds = {
  path: "/wp/v2/taxonomies",
  parameter: "taxonomy",
  schema: taxonomySchema,
  items: {
    category: taxonomy("category", "Categories", "Category", "categories", true),
    post_tag: taxonomy("post_tag", "Tags", "Tag", "tags", false),
  },
  unknown: new ApiError(404, "rest_taxonomy_invalid", "Invalid taxonomy."),
  isVisible: () => true,
};

const statuses: Kinds = {
  path: "/wp/v2/statuses",
  parameter: "status",
  schema: statusSchema,
  items: {
    publish: status("publish", "Published"),
    future: status("future", "Scheduled"),
    draft: status("draft", "Draft", true),
    pending: status("pending", "Pending Review", true),
    private: status("private", "Private"),
    trash: status("trash", "Trash"),
  },
  unknown: new ApiError(404, "rest_status_invalid", "Invalid status."),
  isVisible: (key, { caller }) => key === "publish" || can(caller.user?.role ?? null, "read_private_posts"),
};

function pathsOf(kinds: Kinds): ApiPath[] {
  const { path, parameter, schema, items, unknown, isVisible } = kinds;
  return [
    {
      path,
      schema,
      endpoints: [
        endpoint({
          methods: ["GET"],
          parameters: Type.Object(itemParameters),
          rule: { who: "anyone", edits: "edit_posts" },
          answer: async (call) => ({
            kind: "named",
            items: Object.fromEntries(Object.entries(items).filter(([key]) => isVisible(key, call))),
          }),
        }),
      ],
    },
    {
      path: `${path}/{${parameter}}`,
      schema,
      endpoints: [
        endpoint({
          methods: ["GET"],
          parameters: Type.Object({ [parameter]: Type.String({ maxLength: 100 }), ...itemParameters }),
          rule: { who: "anyone", edits: "edit_posts" },
          async answer(call) {
            const key = String((call.given as Readonly<Record<string, unknown>>)[parameter]);
            const item = Object.hasOwn(items, key) ? items[key] : undefined;
            if (!item) throw unknown;
            if (!isVisible(key, call)) throw forbidden(call.caller.user === null, "rest_cannot_read_status");
            return { kind: "item", item };
          },
        }),
      ],
    },
  ];
}

export const kindPaths: readonly ApiPath[] = [types, taxonomies, statuses].flatMap(pathsOf);
