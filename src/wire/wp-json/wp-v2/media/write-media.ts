// POST /wp-json/wp/v2/media; POST, PUT, PATCH and DELETE /{id}; POST /{id}/post-process.
import { type Static, Type } from "typebox";
import { addMedia } from "#shop/catalogue/media/add-media.ts";
import { changeMedia, deleteMedia } from "#shop/catalogue/media/change-media.ts";
import { countUpload } from "#shop/catalogue/media/count-upload.ts";
import { type MediaWorkshop, makeSizes } from "#shop/catalogue/media/make-media.ts";
import { type MediaTexts, plainTexts } from "#shop/catalogue/media/media-texts.ts";
import { deleteUnfinished, finishUpload } from "#shop/catalogue/media/unfinished-uploads.ts";
import { uploadLimits } from "#shop/catalogue/pictures/picture-limits.ts";
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

/** Adds a picture. One that is in the library already is answered with 200 as it is. */
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
    await countUpload(services.db, caller.user.id, settings, now);
    const limits = uploadLimits(settings);
    const { fields, ...upload } = await readUpload(connection.request, {
      attachments: services.attachments,
      maxBytes: limits.maxBytes,
      now,
      readFields: (fields) => textsOf({ ...call.given, ...checkParameters(texts, nestedFields(fields)).given }),
    });
    const tell = (id: number) => connection.setHeader(uploadHeader, String(id));
    const file = { ...upload, texts: fields };
    const { id, isNew } = await actFor(caller, () => addMedia(workshopOf(call), file, limits, tell));
    // A client deletes what it is told if the call fails: never a picture that was in the library before.
    if (isNew) tell(id);
    const item = await getMediaItem(id, call);
    const location = addressOf(`/wp/v2/media/${id}`, siteUrl);
    return { kind: "item", item, status: isNew ? 201 : 200, location };
  },
});

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
    const { id } = call.given;
    const workshop = workshopOf(call);
    call.connection?.setHeader(uploadHeader, String(id));
    const finished = await finishUpload(workshop, id, uploadLimits(call.settings));
    if (!finished) await makeSizes(workshop, id);
    return { kind: "item", item: await getMediaItem(finished?.id ?? id, call) };
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
    await changeMedia(services.db, given.id, textsOf(given), now);
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

function workshopOf({ services, now }: Pick<ApiCall<unknown>, "services" | "now">): MediaWorkshop {
  const { db, attachments, media, pictureQueue } = services;
  return { db, files: { attachments, media }, pictureQueue, now };
}

type WrittenTexts = Static<typeof texts>;

function textsOf({ title, caption, description, alt_text }: WrittenTexts): MediaTexts {
  const raw = (text: WrittenTexts["title"]) => (typeof text === "object" ? text.raw : text);
  return plainTexts({ title: raw(title), caption: raw(caption), description: raw(description), alt: alt_text });
}

function unfinishedItem(id: number, name: string): ApiItem {
  return { fields: { id, type: "attachment", status: "inherit", title: { raw: name, rendered: name } }, links: {} };
}
