import { routes } from "#routes";
import { type Locale, LocaleContext, useLocale } from "#ui/locale.tsx";
import { pageTransitions } from "../rendering/page-transitions.ts";

interface ErrorPageProps {
  locale: Locale;
  shopName: string;
  /** Who can help: the shop, which failed; nobody but time, while the database cannot be reached; the sender of the request. */
  cause: "failed" | "away" | "request";
  /** Also written to the log. */
  requestId: string;
  /** The path that failed, for the retry link. */
  path: string;
}

/** Inlined, so that the error page needs no further request. Colours match the design tokens. */
export const errorPageStyles = `${pageTransitions}
:root{color-scheme:light dark;--paper:light-dark(#fbfaf5,#151712);--ink:light-dark(#1b1e18,#f1efe6);
--muted:light-dark(#464a41,#c0c2b6);--leaf:light-dark(#17503b,#8fd0ae);--on-leaf:light-dark(#fbfaf5,#0d2318)}
body{margin:0;min-block-size:100dvh;display:grid;align-items:center;background:var(--paper);color:var(--ink);
font:1rem/1.55 system-ui,sans-serif}
main{inline-size:min(100% - 3rem,30rem);margin-inline:auto;padding-block:3rem}
h1{font-size:1.75rem;line-height:1.12;letter-spacing:-.018em;margin:1.5rem 0 .75rem}
p{margin:0 0 .75rem;color:var(--muted)}p.shop{font-weight:650;color:var(--leaf)}
code{font:inherit;color:var(--ink);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin-block-start:1.5rem}
a{display:inline-flex;align-items:center;min-block-size:2.75rem;padding-inline:1.25rem;border-radius:8px;
border:1.5px solid currentColor;color:inherit;font-weight:600;text-decoration:none}
a:first-child{background:var(--leaf);border-color:var(--leaf);color:var(--on-leaf)}
a:focus-visible{outline:2px solid var(--leaf);outline-offset:3px}`;

function Apology({ cause, requestId, path }: Pick<ErrorPageProps, "cause" | "requestId" | "path">) {
  const { t } = useLocale();
  const title = t(`errors.${cause}.title`);
  return (
    <>
      <h1>{title}</h1>
      <p>{t(`errors.${cause}.text`)}</p>
      <p>
        {t("errors.failed.number")} <code>{requestId}</code>
      </p>
      <nav aria-label={title}>
        <a href={path}>{t("errors.failed.again")}</a>
        <a href={routes.home()}>{t("errors.failed.home")}</a>
      </nav>
    </>
  );
}

/** Renders the error page: a complete document without data or other files. */
export function ErrorPage({ locale, shopName, cause, requestId, path }: ErrorPageProps) {
  const title = locale.t(`errors.${cause}.title`);
  return (
    <LocaleContext value={locale}>
      <html lang={locale.lang} dir={locale.dir}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{`${title} | ${shopName}`}</title>
          <style dangerouslySetInnerHTML={{ __html: errorPageStyles }} />
        </head>
        <body>
          <main>
            <p className="shop">{shopName}</p>
            <Apology cause={cause} requestId={requestId} path={path} />
          </main>
        </body>
      </html>
    </LocaleContext>
  );
}
