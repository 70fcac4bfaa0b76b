import type { Visit } from "#http/visit/visit.ts";
import type { Entries } from "#platform/multipart.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Upload } from "#shop/contact/files/receive-upload.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import type { Submission } from "#shop/contact/messages/submission.ts";

/** Returns what was posted with the form, and where from. NUL and lone surrogates, which the database refuses, are removed. */
export function submissionOf(visit: Visit, form: OpenForm, entries: Entries<Upload>, user: User | null): Submission {
  const { ip, headers } = visit.request;
  return {
    form,
    entries: entries.map(([name, value]) => [storable(name), typeof value === "string" ? storable(value) : value]),
    unitTag: unitTagOf(entries),
    containerId: containerOf(entries),
    user,
    ip,
    userAgent: storable(headers["user-agent"] ?? ""),
    url: storable(urlOf(visit)),
  };
}

/** Returns the form's place on its page; "" without. */
export function unitTagOf(entries: Entries<Upload>): string {
  return textIn(entries, "_wpcf7_unit_tag")
    .replace(/[^A-Za-z0-9_-]/g, "")
    .slice(0, 100);
}

/** Returns the last text posted under a name; "" without. */
export function textIn(entries: Entries<Upload>, name: string): string {
  const found = entries.findLast(([one]) => one === name)?.[1];
  return typeof found === "string" ? found : "";
}

function containerOf(entries: Entries<Upload>): number {
  const id = textIn(entries, "_wpcf7_container_post");
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}

/** Returns the page that the form was on, if it is one of ours. */
function urlOf({ siteUrl, request }: Visit): string {
  const referer = request.headers.referer ?? "";
  const isOurs = URL.canParse(referer) && new URL(referer).origin === siteUrl;
  return isOurs ? (referer.split("#", 1)[0] ?? "") : "";
}

/** Removes NUL and lone surrogates, which the database refuses. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Cs}/gu, "");
}
