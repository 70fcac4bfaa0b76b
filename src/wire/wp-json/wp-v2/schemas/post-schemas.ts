import { Type } from "typebox";
import {
  choice,
  edited,
  everywhere,
  fixed,
  flag,
  ids,
  itemId,
  moment,
  nothing,
  rendered,
  text,
  viewed,
  whole,
  writtenText,
} from "./fields.ts";
import { dateParameters, idList, listParameters, order, slugs } from "./list-parameters.ts";

export const statuses = ["publish", "future", "draft", "pending", "private", "trash"] as const;
const formats = ["standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"] as const;

/** Fields that posts and pages have. */
const both = {
  id: itemId,
  date: moment("Published at, in the shop's time zone."),
  date_gmt: moment("Published at, in UTC.", viewed),
  guid: rendered("Identifies it for ever.", viewed),
  modified: moment("Changed at, in the shop's time zone.", viewed, { readonly: true }),
  modified_gmt: moment("Changed at, in UTC.", viewed, { readonly: true }),
  slug: text("Part of the address.", everywhere, { maxLength: 200 }),
  status: choice(statuses, viewed),
  type: fixed("Its type."),
  link: fixed("Its address."),
  title: rendered("Its title."),
  content: rendered("Its text, without blocks where it is rendered.", viewed, {
    protected: Type.Boolean({ ...viewed, readonly: true, description: "Always false." }),
  }),
  excerpt: rendered("Its excerpt.", everywhere, {
    protected: Type.Boolean({ ...everywhere, readonly: true, description: "Always false." }),
  }),
  author: whole("The person who wrote it; 0 for nobody.", everywhere),
  featured_media: whole("Its picture; 0 for none.", everywhere),
  comment_status: choice(["open", "closed"], viewed),
  ping_status: choice(["closed"], { ...viewed, readonly: true }),
  template: fixed("Always empty.", viewed),
  meta: nothing("Always empty."),
  generated_slug: fixed("The slug that its title gives.", edited),
  permalink_template: fixed("Its address with a place for the slug.", edited),
  media_without_alt: Type.Optional(
    Type.Array(Type.Integer(), {
      ...edited,
      readonly: true,
      description:
        "In answers to changes: pictures that it shows to everybody without a text for people who do not see them.",
    }),
  ),
  media_without_caption: Type.Optional(
    Type.Array(Type.Integer(), {
      ...edited,
      readonly: true,
      description: "In answers to changes: pictures that it shows to everybody without a caption.",
    }),
  ),
  media_unknown: Type.Optional(
    Type.Array(Type.String(), {
      ...edited,
      readonly: true,
      description: "In answers to changes: what it names as a picture and the library does not have.",
    }),
  ),
};

export const postSchema = Type.Object(
  {
    ...both,
    sticky: flag("Whether it comes first in the journal."),
    format: choice(formats, viewed),
    categories: ids("Its categories."),
    tags: ids("Its tags."),
  },
  { title: "post" },
);

export const pageSchema = Type.Object(
  {
    ...both,
    parent: whole("The page above it; 0 for none."),
    menu_order: whole("Always 0.", viewed, { readonly: true }),
  },
  { title: "page" },
);

const listed = {
  ...listParameters,
  ...dateParameters,
  ...slugs,
  ...order("desc"),
  modified_after: Type.Optional(moment("Only items changed after this.", {})),
  modified_before: Type.Optional(moment("Only items changed before this.", {})),
  author: Type.Optional(idList("Only by these people.")),
  author_exclude: Type.Optional(idList("Not by these people.")),
  status: Type.Array(choice([...statuses, "any"]), { maxItems: 10, default: ["publish"] }),
};
const orders = [
  "author",
  "date",
  "id",
  "include",
  "include_slugs",
  "modified",
  "parent",
  "relevance",
  "slug",
  "title",
] as const;

export const postListParameters = Type.Object({
  ...listed,
  orderby: choice(orders, { default: "date" }),
  tax_relation: Type.Optional(choice(["AND", "OR"])),
  categories: Type.Optional(idList("Only in one of these categories, or in those below them.")),
  categories_exclude: Type.Optional(idList("Not in these categories.")),
  tags: Type.Optional(idList("Only with one of these tags.")),
  tags_exclude: Type.Optional(idList("Without these tags.")),
  sticky: Type.Optional(Type.Boolean({ description: "Only sticky posts, or only others." })),
});

export const pageListParameters = Type.Object({
  ...listed,
  orderby: choice([...orders, "menu_order"], { default: "date" }),
  parent: Type.Optional(idList("Only below these pages; 0 for the top.")),
  parent_exclude: Type.Optional(idList("Not below these pages.")),
});

/** What can be written of both. */
const written = {
  date: Type.Optional(
    Type.Union([moment("", {}), Type.Null()], { description: "Published at, in the shop's time zone." }),
  ),
  date_gmt: Type.Optional(Type.Union([moment("", {}), Type.Null()], { description: "Published at, in UTC." })),
  slug: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(choice(statuses)),
  title: Type.Optional(writtenText(1000, "Plain text.")),
  content: Type.Optional(writtenText(1_000_000, "HTML with blocks; it is sanitised.")),
  excerpt: Type.Optional(writtenText(10_000, "Plain text.")),
  author: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  featured_media: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  comment_status: Type.Optional(choice(["open", "closed"])),
};

export const writtenPost = {
  ...written,
  sticky: Type.Optional(Type.Boolean()),
  format: Type.Optional(choice(formats)),
  categories: Type.Optional(idList("Its categories.")),
  tags: Type.Optional(idList("Its tags.")),
};

export const writtenPage = {
  ...written,
  parent: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
};

export const revisionSchema = Type.Object(
  {
    id: itemId,
    parent: whole("The post or page.", everywhere),
    author: whole("Who changed it; 0: a command or job.", everywhere),
    date: moment("Replaced at, in the shop's time zone."),
    date_gmt: moment("Replaced at, in UTC.", viewed),
    modified: moment("As date.", viewed),
    modified_gmt: moment("As date_gmt.", viewed),
    slug: fixed("Names the revision."),
    title: rendered("Its title."),
    content: rendered("Its text.", viewed),
    excerpt: rendered("Its excerpt."),
  },
  { title: "revision" },
);
