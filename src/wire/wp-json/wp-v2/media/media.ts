// GET /wp-json/wp/v2/media and /{id}; the API's form of a picture.
import { Type } from "typebox";
import { routes } from "#routes";
import { type ListedMedia, listMedia, type MediaView, readMedia } from "#shop/catalogue/pictures/list-media.ts";
import { slugOf } from "#shop/catalogue/slug.ts";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { can } from "../../api/capabilities.ts";
import { type ApiCall, type ApiItem, type Endpoint, endpoint } from "../../api/endpoint.ts";
import { momentOf } from "../moments.ts";
import { mediaListParameters } from "../schemas/item-schemas.ts";
import { itemParameters, pageOf, pathId } from "../schemas/list-parameters.ts";

/** Everybody sees pictures that something published shows; staff see all. */
export const mediaViewOf = ({ caller, timeZone, now }: ApiCall<unknown>): MediaView => ({
  timeZone,
  now,
  isPublic: !can(caller.user?.role ?? null, "upload_files"),
});

export const mediaList: Endpoint = endpoint({
  methods: ["GET"],
  parameters: mediaListParameters,
  rule: { who: "anyone", edits: "upload_files" },
  async answer(call) {
    const { given } = call;
    const {
      page,
      per_page: perPage,
      search,
      after,
      before,
      media_type,
      mime_type,
      include,
      exclude,
      slug,
      author,
      parent,
      orderby,
      order,
    } = given;
    // The library has pictures only.
    const hasNone = media_type !== undefined && media_type !== "image";
    const { total, rows } = await listMedia(
      call.services.db,
      {
        search,
        after: after === undefined ? undefined : momentOf(call, "after", after),
        before: before === undefined ? undefined : momentOf(call, "before", before),
        include: hasNone ? [] : withSlugs(include, slug),
        uploadedBy: author,
        articles: parent,
        exclude: exclude ?? [],
        mediaType: mime_type,
        orderBy: orderby,
        order,
        ...pageOf(given),
      },
      mediaViewOf(call),
    );
    return { kind: "list", items: rows.map((media) => mediaItem(media, call)), total, page, perPage };
  },
});

/** Narrows ids to those in slugs, which find a picture also after its title has changed. */
function withSlugs(include: readonly number[] | undefined, slugs: readonly string[] | undefined) {
  if (slugs === undefined) return include;
  const ids = slugs.map((slug) => Number(/-(\d{1,15})$/.exec(slug)?.[1] ?? 0));
  return include === undefined ? ids : include.filter((id) => ids.includes(id));
}

export const oneMedia: Endpoint = endpoint({
  methods: ["GET"],
  parameters: Type.Object({ ...pathId, ...itemParameters }),
  rule: { who: "anyone", edits: "upload_files" },
  async answer(call) {
    return { kind: "item", item: await getMediaItem(call.given.id, call) };
  },
});

/** Returns the API's form of a picture that the caller may see. @throws Refusal media_unknown */
export async function getMediaItem(id: number, call: ApiCall<unknown>): Promise<ApiItem> {
  const [media] = await readMedia(call.services.db, [id], mediaViewOf(call));
  if (!media) throw new Refusal("media_unknown");
  return mediaItem(media, call);
}

/** Returns the API's form of a picture. */
export function mediaItem(media: ListedMedia, { siteUrl }: Pick<ApiCall<unknown>, "siteUrl">): ApiItem {
  const { id, file, title, caption, alt, width, height, mediaType, uploadedBy, articleId } = media;
  const source = siteUrl + routes.media(file);
  const text = (raw: string, html = escapeHtml(raw)) => ({ raw, rendered: html });
  return {
    fields: {
      id,
      date: media.date,
      date_gmt: media.dateGmt,
      guid: text(source),
      modified: media.changed,
      modified_gmt: media.changedGmt,
      slug: `${slugOf(title, "picture")}-${id}`,
      status: "inherit",
      type: "attachment",
      link: source,
      title: text(title),
      author: uploadedBy,
      featured_media: 0,
      comment_status: "closed",
      ping_status: "closed",
      template: "",
      meta: [],
      description: text(media.description, paragraphOf(media.description)),
      caption: text(caption, paragraphOf(caption)),
      alt_text: alt,
      media_type: "image",
      mime_type: mediaType,
      media_details: { width, height, file, filesize: media.byteSize, sizes: sizesOf(media, siteUrl) },
      post: articleId,
      source_url: source,
    },
    links: {
      self: [{ href: `/wp/v2/media/${id}` }],
      collection: [{ href: "/wp/v2/media" }],
      about: [{ href: "/wp/v2/types/attachment" }],
      ...(uploadedBy !== 0 && {
        author: [{ href: `/wp/v2/users/${uploadedBy}`, embeds: [{ kind: "person", id: uploadedBy }] }],
      }),
    },
  };
}

function paragraphOf(text: string): string {
  return text && `<p>${escapeHtml(text)}</p>\n`;
}

/** The renditions, each named by its format and width, and the original as "full". */
function sizesOf({ renditions, file, width, height, mediaType }: ListedMedia, siteUrl: string) {
  const entry = (one: { file: string; width: number; height: number }, type: string) => ({
    file: one.file.replace(/^.*\//, ""),
    width: one.width,
    height: one.height,
    mime_type: type,
    source_url: siteUrl + routes.media(one.file),
  });
  return {
    ...Object.fromEntries(renditions.map((one) => [`${one.format}-${one.width}`, entry(one, `image/${one.format}`)])),
    full: entry({ file, width, height }, mediaType),
  };
}
