// Answers POST with the field _wpcf7 to any page: a contact form that was sent without scripts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Visit } from "#http/visit/visit.ts";
import { type Entries, MultipartError } from "#platform/multipart.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { discardUploads, type Upload } from "#shop/contact/files/receive-upload.ts";
import { type Feedback, submitMessage } from "#shop/contact/messages/submit-message.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";
import { cut, fieldsOf, hasField } from "../../wc-ajax/fields.ts";
import { readSubmission } from "../../wp-json/contact-form-7/read-submission.ts";
import { storable, submissionOf, textIn, unitTagOf } from "../../wp-json/contact-form-7/submission.ts";

/** The field that names the form. */
const mark = "_wpcf7";

/** Longest text that is kept for the form that is shown again, and the most of all texts together (characters). */
const maxTyped = { each: 10_000, all: 60_000 };

/**
 * Registers the hook; call it before the other page requests. The outcome is a notice for the page, to which the sender is
 * redirected: the form shows it, once. The empty fragment replaces that of the form's action, so that the first error
 * gets the focus. Multipart bodies of other forms are refused.
 */
export function plainContactForms(app: FastifyInstance, entrance: Entrance): void {
  const unread = new WeakSet<FastifyRequest>();
  app.addContentTypeParser(/^multipart\/form-data/i, (request, _body, done) => {
    unread.add(request);
    done(null);
  });
  app.addHook("preHandler", async (request) => {
    const { method, visit } = request;
    const hasOwnReader = visit.path.startsWith(routes.restRoot()) || visit.path === routes.postComment();
    if (method !== "POST" || hasOwnReader) return undefined;
    if (unread.has(request)) return answerMultipart(entrance, request.visit);
    const { body } = request;
    if (typeof body !== "object" || body === null || !hasField(fieldsOf(request), mark)) return undefined;
    return answer(entrance, request.visit, entriesOf(body));
  });
}

async function answerMultipart(entrance: Entrance, visit: Visit): Promise<FastifyReply> {
  const { attachments, contactForms, clock } = entrance;
  const { request, reply } = visit;
  const forms = await contactForms();
  // The form's hidden fields come before its files.
  const findForm = (before: Entries<Upload>) => forms.find(({ id }) => String(id) === textIn(before, mark));
  const entries = await readSubmission(request, attachments, findForm, clock.now()).catch((error: unknown) => {
    if (!(error instanceof MultipartError)) throw error;
    return error;
  });
  if (entries instanceof MultipartError) return refuse(reply, entries.code === "too_large" ? 413 : 400);
  return textIn(entries, mark) === "" ? refuse(reply, 415) : answer(entrance, visit, entries);
}

async function answer(entrance: Entrance, visit: Visit, entries: Entries<Upload>): Promise<FastifyReply> {
  const { attachments, contactForms, clock } = entrance;
  const { reply } = visit;
  const form = (await contactForms()).find(({ id }) => String(id) === textIn(entries, mark));
  const unitTag = unitTagOf(entries);
  if (visit.guardStateChange() || !form || unitTag === "") {
    await discardUploads(attachments, entries);
    return reply.sent ? reply : refuse(reply, 400);
  }
  const { settings } = await visit.facts();
  const user = (await visit.session.find())?.user ?? null;
  const feedback = await submitMessage(entrance, submissionOf(visit, form, entries, user), settings, clock.now());
  await visit.addNotice(noticeOf(feedback, unitTag, entries));
  return reply.header("cache-control", "no-store").redirect(`${placeOf(visit)}#`, 303);
}

/** Returns the page that was posted to. A second leading slash would name another host. */
function placeOf({ request }: Visit): string {
  return request.url.replace(/^[\\/]+/, "/").split("#", 1)[0] ?? "/";
}

function noticeOf({ status, message, invalidFields }: Feedback, unitTag: string, entries: Entries<Upload>): Notice {
  const isSent = status === "mail_sent";
  const contactForm = JSON.stringify({ unitTag, status, invalidFields, typed: isSent ? [] : typedIn(entries) });
  return {
    kind: isSent ? "success" : "error",
    messageKey: "notices.contactForm",
    values: { message, contactForm },
  };
}

/** Returns what was typed. Hidden fields are left out, except the free texts of choices. */
function typedIn(entries: Entries<Upload>): [name: string, value: string][] {
  let left = maxTyped.all;
  return entries.flatMap(([name, value]): [string, string][] => {
    const isTyped = typeof value === "string" && (!name.startsWith("_") || name.startsWith("_wpcf7_free_text_"));
    const kept = isTyped ? cut(storable(value), Math.min(maxTyped.each, left)) : "";
    left -= kept.length + name.length;
    return isTyped && left > 0 ? [[storable(name), kept]] : [];
  });
}

function refuse(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send("This form cannot be read.\n");
}

/** Parsed url-encoded fields: texts, or lists of them. */
function entriesOf(body: object): Entries<Upload> {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one): [string, string][] =>
      typeof one === "string" ? [[name, one]] : [],
    ),
  );
}
