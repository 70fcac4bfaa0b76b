import { renderToStaticMarkup } from "react-dom/server";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { Notices, type PageNotice } from "./notices.tsx";

/** The notices as HTML, for a page that is there already; "" for none. */
export function noticesHtml(notices: readonly PageNotice[], locale: Locale): string {
  if (notices.length === 0) return "";
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Notices notices={notices} />
    </LocaleContext>,
  );
}
