import { Type } from "typebox";
import { roles } from "#shop/accounts/user.ts";
import {
  choice,
  edited,
  everywhere,
  fixed,
  flag,
  itemId,
  moment,
  nothing,
  rendered,
  text,
  texts,
  viewed,
  whole,
  writtenText,
} from "./fields.ts";
import { context, dateParameters, idList, listParameters, order, slugs } from "./list-parameters.ts";

const term = {
  id: itemId,
  count: whole("Published posts that have it.", viewed, { readonly: true }),
  description: text("Plain text.", viewed),
  link: fixed("Its address."),
  name: text("Its name."),
  slug: text("Part of the address."),
  taxonomy: fixed("Its taxonomy."),
  meta: nothing("Always empty."),
};
export const categorySchema = Type.Object(
  { ...term, parent: whole("The category above it; 0 for none.") },
  { title: "category" },
);
export const tagSchema = Type.Object(term, { title: "tag" });

const termList = {
  ...listParameters,
  ...slugs,
  ...order("asc"),
  orderby: choice(["id", "include", "name", "slug", "include_slugs", "term_group", "description", "count"], {
    default: "name",
  }),
  hide_empty: Type.Boolean({ default: false, description: "Whether to leave out those without published posts." }),
  post: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Only those of this post." }),
  ),
};
export const categoryListParameters = Type.Object({
  ...termList,
  parent: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Only those directly below this one." }),
  ),
});
export const tagListParameters = Type.Object(termList);

export const mediaSchema = Type.Object(
  {
    id: itemId,
    date: moment("Added at, in the shop's time zone."),
    date_gmt: moment("Added at, in UTC.", viewed),
    guid: rendered("Identifies it for ever.", viewed),
    modified: moment("Its texts were changed at, in the shop's time zone.", viewed),
    modified_gmt: moment("The same in UTC.", viewed),
    slug: fixed("Its title and its id."),
    status: fixed("Always inherit.", viewed),
    type: fixed("Always attachment."),
    link: fixed("Its address."),
    title: rendered("Its title."),
    author: whole("The user who uploaded it; 0 for none.", everywhere, { readonly: true }),
    featured_media: whole("Always 0.", viewed, { readonly: true }),
    comment_status: choice(["closed"], { ...viewed, readonly: true }),
    ping_status: choice(["closed"], { ...viewed, readonly: true }),
    template: fixed("Always empty.", viewed),
    meta: nothing("Always empty."),
    description: rendered("More about it.", viewed),
    caption: rendered("Its caption."),
    alt_text: text("What it shows, for those who do not see it."),
    media_type: choice(["image"], { ...everywhere, readonly: true }),
    mime_type: fixed("Its type."),
    media_details: Type.Object(
      {
        width: Type.Integer(),
        height: Type.Integer(),
        file: Type.String(),
        filesize: Type.Integer(),
        sizes: Type.Record(Type.String(), Type.Unknown()),
      },
      { ...everywhere, readonly: true },
    ),
    post: Type.Union([Type.Integer(), Type.Null()], {
      ...viewed,
      description: "The post or page that it was uploaded for; null for none.",
    }),
    kept_texts: Type.Optional(
      Type.Array(Type.String(), {
        ...edited,
        readonly: true,
        description: "After an upload of a known file: sent texts that were not taken, because the library has others.",
      }),
    ),
    source_url: fixed("The address of the original."),
  },
  { title: "attachment" },
);

/** What can be written of a picture. */
export const writtenMedia = {
  title: Type.Optional(writtenText(1000, "Plain text.")),
  caption: Type.Optional(writtenText(10_000, "Plain text.")),
  description: Type.Optional(writtenText(10_000, "Plain text.")),
  alt_text: Type.Optional(Type.String({ maxLength: 1000, description: "What it shows, for those who do not see it." })),
  post: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The post or page that it belongs to; 0 for none.",
    }),
  ),
};

export const mediaListParameters = Type.Object({
  ...listParameters,
  ...slugs,
  ...dateParameters,
  ...order("desc"),
  orderby: choice(["date", "id", "include", "slug", "title"], { default: "date" }),
  author: Type.Optional(idList("Only uploads of these users.")),
  parent: Type.Optional(idList("Only of these posts and pages.")),
  media_type: Type.Optional(choice(["image", "video", "text", "application", "audio"])),
  mime_type: Type.Optional(Type.String({ maxLength: 100 })),
});

export const commentStatuses = ["approve", "hold", "spam", "trash"] as const;
export const commentSchema = Type.Object(
  {
    id: itemId,
    post: whole("What it is about."),
    parent: whole("What it replies to; 0 for nothing.", everywhere),
    author: whole("The shop's person who wrote it; 0 for others.", everywhere),
    author_name: text("The published name."),
    author_email: text("", edited),
    author_url: fixed("Always empty."),
    date: moment("Written at, in the shop's time zone."),
    date_gmt: moment("Written at, in UTC.", viewed),
    content: rendered("Its text."),
    link: fixed("Its address."),
    status: fixed("approved, hold, spam or trash.", viewed),
    type: fixed("Always comment."),
    author_avatar_urls: texts("Always empty: pictures would come from another site."),
    meta: nothing("Always empty."),
  },
  { title: "comment" },
);
export const commentListParameters = Type.Object({
  ...listParameters,
  ...dateParameters,
  ...order("desc"),
  orderby: choice(["date", "date_gmt", "id", "include", "post", "parent", "type"], { default: "date_gmt" }),
  post: Type.Optional(idList("Only about these.")),
  parent: Type.Optional(idList("Only replies to these.")),
  parent_exclude: Type.Optional(idList("No replies to these.")),
  author: Type.Optional(idList("Only of these accounts.")),
  author_email: Type.Optional(Type.String({ maxLength: 254 })),
  status: choice(["approve", "hold", "spam", "trash", "all"], { default: "approve" }),
});

export const userSchema = Type.Object(
  {
    id: itemId,
    username: fixed("The name for signing in.", edited),
    name: text("The published name."),
    first_name: text("", edited),
    last_name: text("", edited),
    email: fixed("", edited),
    url: text("The person's own site."),
    description: text("Plain text."),
    link: fixed("The address of the author's posts."),
    locale: fixed("Always the shop's.", edited),
    nickname: fixed("As the name.", edited),
    slug: fixed("Part of the address."),
    registered_date: fixed("", edited),
    roles: Type.Array(choice(roles), { ...edited, readonly: true }),
    capabilities: Type.Record(Type.String(), Type.Boolean(), { ...edited, readonly: true }),
    extra_capabilities: Type.Record(Type.String(), Type.Boolean(), { ...edited, readonly: true }),
    avatar_urls: texts("Always empty: pictures would come from another site."),
    meta: nothing("Always empty."),
    woocommerce_meta: Type.Record(Type.String(), Type.String(), edited),
  },
  { title: "user" },
);
export const userListParameters = Type.Object({
  ...listParameters,
  ...slugs,
  ...order("asc"),
  orderby: choice(["id", "include", "name", "registered_date", "slug", "include_slugs", "email", "url"], {
    default: "name",
  }),
  roles: Type.Optional(Type.Array(choice(roles), { maxItems: 10 })),
  who: Type.Optional(choice(["authors"])),
  has_published_posts: Type.Optional(
    Type.Union([Type.Boolean(), Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })]),
  ),
});

export const typeSchema = Type.Object(
  {
    description: fixed("", viewed),
    hierarchical: flag("Whether items can be below others.", viewed),
    has_archive: flag("", viewed),
    name: fixed("Its name."),
    slug: fixed("Its key."),
    icon: Type.Null(everywhere),
    taxonomies: Type.Array(Type.String(), viewed),
    rest_base: fixed("Its path."),
    rest_namespace: fixed("The namespace of its path."),
    viewable: flag("", edited),
    supports: Type.Record(Type.String(), Type.Boolean(), edited),
    labels: texts("", edited),
  },
  { title: "type" },
);
export const taxonomySchema = Type.Object(
  {
    name: fixed("Its name."),
    slug: fixed("Its key."),
    description: fixed("", viewed),
    types: Type.Array(Type.String(), viewed),
    hierarchical: flag("", viewed),
    rest_base: fixed("Its path."),
    rest_namespace: fixed("The namespace of its path."),
    show_cloud: flag("", edited),
    labels: texts("", edited),
  },
  { title: "taxonomy" },
);
export const statusSchema = Type.Object(
  {
    name: fixed("Its name."),
    private: flag("", edited),
    protected: flag("", edited),
    public: flag("Whether everybody sees it.", viewed),
    queryable: flag("", viewed),
    show_in_list: flag("", edited),
    slug: fixed("Its key."),
    date_floating: flag("Whether its date is still open.", viewed),
  },
  { title: "status" },
);

export const searchSchema = Type.Object(
  {
    id: itemId,
    title: fixed("Its title."),
    url: fixed("Its address."),
    type: choice(["post", "term"], { ...everywhere, readonly: true }),
    subtype: fixed("post, page, category or post_tag."),
  },
  { title: "search-result" },
);
const { _fields, _embed, _locale, page, per_page, search, include, exclude } = listParameters;
export const searchParameters = Type.Object({
  ...context,
  _fields,
  _embed,
  _locale,
  page,
  per_page,
  search,
  include,
  exclude,
  type: choice(["post", "term"], { default: "post" }),
  subtype: Type.Array(choice(["any", "post", "page", "category", "post_tag"]), { maxItems: 5, default: ["any"] }),
});
