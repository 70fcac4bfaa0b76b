// Answers GET feedback/schema, POST feedback and GET refill below /wp-json/contact-form-7/v1/contact-forms/{id}/.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { restNonceAction } from "#http/guards/nonce-actions.ts";
import { fileSecurityHeaders } from "#http/guards/security-headers.ts";
import { sendPublicPage } from "#http/page-cache/page-response.ts";
import type { ShopServices } from "#http/shop-services.ts";
import { type Entries, MultipartError } from "#platform/multipart.ts";
import { patterns, routes } from "#routes";
import type { User } from "#shop/accounts/user.ts";
import { type Challenges, newChallenges } from "#shop/contact/challenges/new-challenges.ts";
import { discardUploads, type Upload } from "#shop/contact/files/receive-upload.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import { type Feedback, submitMessage } from "#shop/contact/messages/submit-message.ts";
import { dayIn, timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";
import { sendRestError } from "../rest-visitor.ts";
import { captchaPicture } from "./captcha-picture.ts";
import { isFormType, readSubmission } from "./read-submission.ts";
import { submissionOf, unitTagOf } from "./submission.ts";

const errors = {
  media: {
    status: 415,
    code: "wpcf7_unsupported_media_type",
    message: "The request payload format is not supported.",
  },
  unknown: { status: 404, code: "wpcf7_not_found", message: "The requested contact form was not found." },
  unitTag: { status: 400, code: "wpcf7_unit_tag_not_found", message: "There is no valid unit tag." },
  tooLarge: { status: 413, code: "wpcf7_too_large", message: "The form has too many or too large fields." },
  broken: { status: 400, code: "wpcf7_broken_form_data", message: "The form data is incomplete or broken." },
  nonce: { status: 403, code: "rest_cookie_invalid_nonce", message: "Cookie check failed" },
} as const;

type FormRequest = FastifyRequest<{ Params: { id: string } }>;
export type FormServices = Entrance & Pick<ShopServices, "cache">;

/** Registers the routes. They are public; a form on any page of the shop may use them. */
export function contactFormRoutes(app: FastifyInstance, services: FormServices): void {
  app.get(patterns.formSchema, (request: FormRequest, reply) => answerSchema(services, request, reply));
  app.get(patterns.formRefill, (request: FormRequest, reply) => answerRefill(services, request, reply));
  captchaPicture(app, services);
  void app.register(async (scope) => {
    // The form is read by its handler, which knows where its files belong.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.post(patterns.formFeedback, (request: FormRequest, reply) => answerFeedback(services, request, reply));
  });
}

/** The API's ids are numbers only. */
async function formOf({ contactForms }: Entrance, { params }: FormRequest): Promise<OpenForm | undefined> {
  return (await contactForms()).find(({ id }) => String(id) === params.id);
}

async function answerSchema(services: FormServices, request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await formOf(services, request);
  if (!form) return sendRestError(reply, errors.unknown);
  const { visit } = request;
  const timeZone = timeZoneOf((await visit.facts()).settings);
  return sendPublicPage(services.cache, request, reply, {
    siteUrl: visit.siteUrl,
    parameters: [],
    isCacheable: visit.cachesPages,
    render: async () => {
      const now = services.clock.now();
      return {
        body: JSON.stringify(form.schema(dayIn(now, timeZone))),
        contentType: "application/json; charset=UTF-8",
        tags: ["contact-forms"],
        headers: fileSecurityHeaders(visit.hsts),
        // Relative dates such as min:today change at midnight, which is at a full quarter of an hour in every time zone.
        ...(form.tags.some(({ type }) => type === "date") && { until: nextQuarter(now) }),
      };
    },
  });
}

const quarterMs = 15 * 60 * 1000;

function nextQuarter(now: Date): number {
  return (Math.floor(now.getTime() / quarterMs) + 1) * quarterMs;
}

function refillOf(services: FormServices, form: OpenForm, siteUrl: string): Promise<Challenges> {
  return newChallenges(services, form, (id, colours) => siteUrl + routes.captcha(id, colours), services.clock.now());
}

async function answerRefill(services: FormServices, request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await formOf(services, request);
  if (!form) return sendRestError(reply, errors.unknown);
  const refill = await refillOf(services, form, request.visit.siteUrl);
  return sendJson(reply, Object.keys(refill).length > 0 ? refill : []);
}

async function answerFeedback(
  services: FormServices,
  request: FormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isFormType(request.headers["content-type"])) return sendRestError(reply, errors.media);
  const form = await formOf(services, request);
  if (!form) return sendRestError(reply, errors.unknown);
  const { attachments, clock } = services;
  const now = clock.now();
  const entries = await readSubmission(request, attachments, () => form, now).catch((error: unknown) => {
    if (!(error instanceof MultipartError)) throw error;
    return error;
  });
  if (entries instanceof MultipartError)
    return sendRestError(reply, entries.code === "too_large" ? errors.tooLarge : errors.broken);
  const unitTag = unitTagOf(entries);
  const user = await userOf(services, request, entries);
  if (unitTag === "" || user === undefined) {
    await discardUploads(attachments, entries);
    return sendRestError(reply, unitTag === "" ? errors.unitTag : errors.nonce);
  }
  const { settings } = await request.visit.facts();
  const feedback = await submitMessage(services, submissionOf(request.visit, form, entries, user), settings, now);
  return sendJson(reply, {
    ...bodyOf(form, unitTag, feedback),
    ...(await refillOf(services, form, request.visit.siteUrl)),
  });
}

/** Returns the signed-in sender, if the form proves where it comes from; null for guests; undefined for a wrong nonce. */
async function userOf(
  { nonces }: Entrance,
  { headers, visit }: FastifyRequest,
  entries: Entries<Upload>,
): Promise<User | null | undefined> {
  const nonce = headers["x-wp-nonce"] ?? entries.find(([name]) => name === "_wpnonce")?.[1];
  if (nonce === undefined) return null;
  if (!nonces.verify(nonce, restNonceAction, await visit.session.nonceHolder())) return undefined;
  return (await visit.session.find())?.user ?? null;
}

function bodyOf(form: OpenForm, unitTag: string, { status, message, invalidFields, postedDataHash }: Feedback) {
  return {
    contact_form_id: form.id,
    status,
    message,
    posted_data_hash: postedDataHash,
    into: `#${unitTag}`,
    invalid_fields: invalidFields.map(({ field, message: error, controlId }) => ({
      field,
      message: error,
      idref: controlId,
      error_id: `${unitTag}-ve-${field.replace(/[^0-9a-z_-]/gi, "")}`,
    })),
    ...(form.settings.demoMode && { demo_mode: true }),
  };
}

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" })
    .type("application/json; charset=UTF-8")
    .send(JSON.stringify(body));
}
