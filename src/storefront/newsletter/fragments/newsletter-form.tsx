import { routes } from "#routes";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { newsletterTextOf } from "./newsletter-text.ts";

/** The settings that the form depends on. */
export type SubscribeSettings = Pick<Settings, "shop_name" | "subscribe_host" | "subscribe_blog">;

interface NewsletterFormProps {
  settings: SubscribeSettings;
  /** Of the email field; unique on the page. */
  id: string;
  /** The article or page that it is in; 0 elsewhere. */
  postId?: number;
  /** Whether the page has another one above: the link's id is there already. */
  isSecond?: boolean;
  /** As typed before. */
  email?: string;
  error?: string | undefined;
}

/**
 * Renders the form that subscribes to the newsletter: to the shop's own list, or by the page of a hosted service, which the client
 * opens in a dialog. Its class and the id of its link are the protocol's. Source: wire notes 15.2.
 */
export function NewsletterForm({ settings, ...form }: NewsletterFormProps) {
  return (
    <div className="newsletter-form wp-block-jetpack-subscriptions__container">
      {settings.subscribe_host === "" ? (
        <OwnForm {...form} shopName={settings.shop_name} />
      ) : (
        <HostedForm {...form} settings={settings} />
      )}
    </div>
  );
}

/** Its text is what the subscriber agrees to. */
function OwnForm({ shopName, isSecond, ...given }: Omit<NewsletterFormProps, "settings"> & { shopName: string }) {
  const { t, lang } = useLocale();
  const { hash, body } = newsletterTextOf(t, lang, shopName);
  return (
    <form action={routes.newsletter()} method="post" aria-label={t("newsletter.title")}>
      <EmailField {...given} hint={body} />
      <input type="hidden" name="text" value={hash} />
      <p className="akismet-fields-container" hidden>
        <label>
          {t("newsletter.doNotFill")}
          <textarea name="ak_hp_textarea" rows={2} cols={40} maxLength={100} />
        </label>
      </p>
      <Button type="submit">{t("newsletter.subscribe")}</Button>
      <RetrieveLink href={routes.findNewsletter()} isSecond={isSecond} />
    </form>
  );
}

/** Without scripts it loads the hosted page in place of this one. */
function HostedForm({ settings, postId = 0, isSecond, ...given }: NewsletterFormProps) {
  const { t, lang } = useLocale();
  const page = `${settings.subscribe_host}/memberships/`;
  const blog = settings.subscribe_blog;
  const fields = {
    post_id: postId > 0 ? String(postId) : "",
    tier_id: "",
    blog,
    plan: "newsletter",
    app_source: "",
    post_access_level: "everybody",
    display: "alternate",
    selected_newsletter_categories: "",
    lang: lang.split("-", 1)[0] ?? "",
  };
  const retrieving = new URLSearchParams({ ...fields, source: "jetpack_retrieve_subscriptions" });
  const texts = { title: t("newsletter.title"), close: t("newsletter.close"), noFrames: t("newsletter.noFrames") };
  return (
    <form
      action={page}
      method="get"
      aria-label={t("newsletter.title")}
      data-blog={blog}
      data-post_access_level={fields.post_access_level}
      data-texts={JSON.stringify(texts)}
    >
      <EmailField {...given} />
      {Object.entries({ action: "subscribe", blog_id: blog, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" name="source" value="jetpack_subscribe">
        {t("newsletter.subscribe")}
      </Button>
      <RetrieveLink href={`${page}?${retrieving}`} isSecond={isSecond} />
    </form>
  );
}

type EmailFieldProps = Pick<NewsletterFormProps, "id" | "email" | "error"> & { hint?: string };

/** The field of an address. */
export function EmailField({ id, email = "", error, hint }: EmailFieldProps) {
  const { t } = useLocale();
  return (
    <Field
      name="email"
      id={id}
      type="email"
      label={t("newsletter.email")}
      value={email}
      error={error}
      hint={hint}
      isRequired
      maxLength={254}
      autoComplete="email"
    />
  );
}

function RetrieveLink({ href, isSecond = false }: { href: string; isSecond?: boolean | undefined }) {
  const { t } = useLocale();
  return (
    <p>
      <a id={isSecond ? undefined : "jp_retrieve_subscriptions_link"} className="newsletter-retrieve" href={href}>
        {t("newsletter.retrieve")}
      </a>
    </p>
  );
}
