import { use } from "react";
import { NoticesContext } from "../../notices/fragments/notices.tsx";
import { answeredIn } from "./contact-form.tsx";
import type { EmbeddedForms } from "./embed-forms.ts";

/** Renders HTML with its contact forms in a `div`. */
export function HtmlWithForms({ html, className }: { html: EmbeddedForms; className: string }) {
  const answered = answeredIn(use(NoticesContext));
  return <div className={className} dangerouslySetInnerHTML={{ __html: html.render(answered) }} />;
}
