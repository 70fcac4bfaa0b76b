import type { Database } from "#db/database.ts";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { getForm, saveForm } from "#shop/contact/forms/contact-forms.ts";
import { readFormFile } from "#shop/contact/forms/form-file.rules.ts";

/** Saves a form with this template. @returns its id */
export async function giveForm(
  db: Database,
  slug: string,
  template: string,
  { settings = "", to = "shop@example.com", attachments = "[your-file]" } = {},
): Promise<number> {
  const text = `---
title: ${slug}
slug: ${slug}
---
=== form ===
${template}
=== mail ===
To: ${to}
From: [_site_title] <shop@example.com>
Subject: [_serial_number] [your-subject]
=== mail headers ===
Reply-To: [your-name] <[your-email]>
X-Topic: [your-subject]
=== mail body ===
[your-name] wrote on [_url]: [your-message]
=== mail attachments ===
${attachments}
=== second mail ===
To: [your-email]
From: shop@example.com
Subject: Received
=== second mail body ===
Thank you, [your-name].
=== additional settings ===
${settings}
`;
  await saveForm(db, readFormFile(text).form, noon);
  return (await getForm(db, slug)).id;
}

/** A part of a multipart body: a text, or a file. */
export type Part = string | { file: string; content: Uint8Array | string; type?: string };

const boundary = "----chowkboundary7MA4YWxk";

/** Returns a multipart body with the fields that every contact form posts. */
export function formBody(id: number, parts: readonly (readonly [name: string, value: Part])[]) {
  const hidden = { _wpcf7: String(id), _wpcf7_unit_tag: `wpcf7-f${id}-o1`, _wpcf7_container_post: "0" };
  const chunks = [...Object.entries(hidden), ...parts].flatMap(([name, value]: readonly [string, Part]) => {
    const isText = typeof value === "string";
    const file = isText
      ? ""
      : `; filename="${value.file}"\r\nContent-Type: ${value.type ?? "application/octet-stream"}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(isText ? value : value.content), Buffer.from("\r\n")];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "user-agent": "Mozilla/5.0 (test)" },
  };
}
