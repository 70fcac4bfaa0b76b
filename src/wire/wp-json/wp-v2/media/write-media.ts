// POST /wp-json/wp/v2/media; POST, PUT, PATCH and DELETE /{id}; POST /{id}/post-process.
import { type Static, Type } from "typebox";
import { addMedia } from "#shop/catalogue/media/add-media.ts";
import { changeMedia, deleteMedia } from "#shop/catalogue/media/change-media.ts";
import { countUpload } from "#shop/catalogue/media/count-upload.ts";
import { type AddedMedia, type ImageProcessor, makeSizes } from "#shop/catalogue/media/make-media.ts";
import { type MediaChange, plainTexts } from "#shop/catalogue/media/media-texts.ts";
import { deleteUnfinished, finishUpload } from "#shop/catalogue/media/unfinished-uploads.ts";
import { uploadLimits } from "#shop/catalogue/pictures/picture-limits.ts";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { actFor } from "../../api/act-for.ts";
import { ApiError } from "../../api/api-error.ts";
import { type ApiCall, type ApiItem, type Endpoint, editing, endpoint } from "../../api/endpoint.ts";
import { checkParameters, nestedFields } from "../../api/parameters.ts";
import { addressOf } from "../../api/shape-answer.ts";
import { choice } from "../schemas/fields.ts";
import { writtenMedia } from "../schemas/item-schemas.ts";
import { force, itemParameters, pathId } from "../schemas/list-parameters.ts";
import { getMediaItem } from "./media.ts";
import { readUpload } from "./read-upload.ts";

const texts = Type.Object({ ...writtenMedia, ...itemParameters });

/** Names an upload that has arrived, so that clients can finish or delete it if the call fails. */
const uploadHeader = "x-wp-upload-attachment-id";

/** Adds a picture. One that is in the library already is answered with 200; texts of it that were empty are taken from the upload. */
export const newMedia: Endpoint = endpoint({
  methods: ["POST"],
  parameters: texts,
  rule: {
    who: "upload_files",
    code: "rest_cannot_create",
    message: "Sorry, you are not allowed to upload media on this site.",
  },
  readsFile: true,
  async answer(call) {
    const { services, caller, connection, settings, now, siteUrl } = call;
    if (!connection || !caller.user) throw new ApiError(400, "rest_upload_no_data", "No data supplied.");
    const uploadedBy = caller.user.id;
    await countUpload(services.db, uploadedBy, settings, now);
    const limits = uploadLimits(settings);
    const tell = (id: number) => connection.setHeader(uploadHeader, String(id));
    const added = await connection.request.withoutTurn(async () => {
      const { fields, ...upload } = await readUpload(connection.request, {
        attachments: services.attachments,
        maxBytes: limits.maxBytes,
        now,
        readFields: (fields) => changeOf({ ...call.given, ...checkParameters(texts, nestedFields(fields)).given }),
      });
      const file = { ...upload, texts: fields, uploadedBy };
      return actFor(caller, () => addMedia(imageProcessor(call), file, limits, tell));
    });
    const { id, isNew } = added;
    // A client deletes what it is told if the call fails: never a picture that was in the library before.
    if (isNew) tell(id);
    const location = addressOf(`/wp/v2/media/${id}`, siteUrl);
    return { kind: "item", item: await addedItem(added, call), status: isNew ? 201 : 200, location };
  },
});

/** Returns a picture that was uploaded, with the names of the texts that were not taken. */
async function addedItem({ id, keptTexts }: AddedMedia, call: ApiCall<unknown>): Promise<ApiItem> {
  const { fields, links } = await getMediaItem(id, call);
  const kept = keptTexts.map((name) => (name === "alt" ? "alt_text" : name));
  return { fields: { ...fields, kept_texts: kept }, links };
}

/** Makes an upload that failed a picture, or the sizes of a picture that has none. */
export const postProcessedMedia: Endpoint = endpoint({
  methods: ["POST"],
  parameters: Type.Object({ ...pathId, action: choice(["create-image-subsizes"]), ...itemParameters }),
  rule: {
    who: "upload_files",
    edits: "upload_files",
    code: "rest_cannot_edit",
    message: "Sorry, you are not allowed to edit this post.",
  },
  async answer(call) {
    const { given, connection, settings } = call;
    const { id } = given;
    const processor = imageProcessor(call);
    if (!connection) throw new Error("This is not done in batches");
    connection.setHeader(uploadHeader, String(id));
    const finished = await connection.request.withoutTurn(async () => {
      const made = await finishUpload(processor, id, uploadLimits(settings));
      if (!made) await makeSizes(processor, id);
      return made;
    });
    return { kind: "item", item: finished ? await addedItem(finished, call) : await getMediaItem(id, call) };
  },
});

/** Changes the texts of a picture. */
export const changedMedia: Endpoint = endpoint({
  methods: editing,
  parameters: Type.Object({ ...pathId, ...writtenMedia, ...itemParameters }),
  rule: { who: "upload_files", code: "rest_cannot_edit", message: "Sorry, you are not allowed to edit this post." },
  inBatch: true,
  async answer(call) {
    const { services, given, now } = call;
    await changeMedia(services.db, given.id, changeOf(given), now);
    return { kind: "item", item: await getMediaItem(given.id, call) };
  },
});

/** Deletes a picture for good: there is no trash for files. */
export const deletedMedia: Endpoint = endpoint({
  methods: ["DELETE"],
  parameters: Type.Object({ ...pathId, ...force }),
  rule: { who: "upload_files", code: "rest_cannot_delete", message: "Sorry, you are not allowed to delete this post." },
  inBatch: true,
  async answer(call) {
    const { services, given } = call;
    if (!given.force)
      throw new ApiError(
        501,
        "rest_trash_not_supported",
        "The post does not support trashing. Set 'force=true' to delete.",
      );
    const upload = await deleteUnfinished(services.db, services.attachments, given.id);
    if (upload) return { kind: "deleted", previous: unfinishedItem(given.id, upload.name) };
    const previous = await getMediaItem(given.id, call);
    await deleteMedia(services.db, given.id);
    return { kind: "deleted", previous };
  },
});

function imageProcessor({ services, now }: Pick<ApiCall<unknown>, "services" | "now">): ImageProcessor {
  const { db, attachments, media, pictureQueue } = services;
  return { db, files: { attachments, media }, pictureQueue, now };
}

type WrittenTexts = Static<typeof texts>;

function changeOf({ title, caption, description, alt_text, post }: WrittenTexts): MediaChange {
  const raw = (text: WrittenTexts["title"]) => (typeof text === "object" ? text.raw : text);
  const written = { title: raw(title), caption: raw(caption), description: raw(description), alt: alt_text };
  return { ...plainTexts(written), ...(post !== undefined && { articleId: post === 0 ? null : post }) };
}

function unfinishedItem(id: number, name: string): ApiItem {
  return {
    fields: { id, type: "attachment", status: "inherit", title: { raw: name, rendered: escapeHtml(name) } },
    links: {},
  };
}
