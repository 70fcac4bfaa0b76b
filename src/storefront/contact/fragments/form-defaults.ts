import { displayName } from "#shop/accounts/profile/user-name.rules.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import type { ReadDefault } from "#shop/contact/template/tag-defaults.rules.ts";
import { hasOption, optionValues } from "#shop/contact/template/tag-options.rules.ts";
import type { FormCircumstances, FormPlace } from "./contact-form.tsx";

/**
 * Whether a form needs fresh values, so that its page cannot be cached: of a quiz, of a captcha, of a relative date, or
 * from the page's query.
 */
export function needsFreshValues({ tags }: Pick<OpenForm, "tags">): boolean {
  return tags.some((tag) => {
    if (tag.type === "quiz" || tag.type === "captchac" || hasOption(tag, "default:get")) return true;
    return tag.type === "date" && [...optionValues(tag, "min"), ...optionValues(tag, "max")].some(isRelative);
  });
}

function isRelative(date: string): boolean {
  return !/^\d{4}-\d{2}-\d{2}$/.test(date);
}

/** Longest value (characters) that a form takes from the page's query. */
const maxQueryValue = 1000;

/** Returns what reads the default values of a form's fields. */
export function readDefaults({ attributes }: FormPlace, { user, query }: FormCircumstances): ReadDefault {
  const ofUser: Readonly<Record<string, string | undefined>> = {
    login: user?.email,
    email: user?.email,
    nickname: user?.firstName,
    display_name: user ? displayName(user) : "",
    first_name: user?.firstName,
    last_name: user?.lastName,
  };
  return (source, name) => {
    if (source === "get")
      return [name, `${name}[]`].flatMap((key) => query?.getAll(key) ?? []).map((text) => text.slice(0, maxQueryValue));
    if (source === "shortcode_attr") return [attributes.get(name) ?? ""];
    return source === "user" && Object.hasOwn(ofUser, name) ? [ofUser[name] ?? ""] : [];
  };
}
