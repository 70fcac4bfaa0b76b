// Answers GET /.well-known/security.txt (RFC 9116).
import { PageNotFound } from "#http/page-not-found.ts";
import { routes } from "#routes";
import type { SiteFile, SiteFileRequest } from "./site-file.ts";

/**
 * Returns the file that tells whom to report a vulnerability to. @throws PageNotFound without a contact or after it has expired
 */
export function securityText({ facts: { settings }, siteUrl, now }: SiteFileRequest): SiteFile {
  const { security_contact: contact, security_expires: expires, language } = settings;
  const expiry = new Date(`${expires}T23:59:59Z`);
  if (contact === "" || !(expiry > now)) throw new PageNotFound();
  const lines = [
    `Contact: ${contact.includes("://") ? contact : `mailto:${contact}`}`,
    `Expires: ${expiry.toISOString()}`,
    `Preferred-Languages: ${language}`,
    `Canonical: ${siteUrl}${routes.securityText()}`,
  ];
  return { body: `${lines.join("\n")}\n`, contentType: "text/plain; charset=utf-8", tags: ["settings"] };
}
