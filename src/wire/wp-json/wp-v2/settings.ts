// GET, POST /wp-json/wp/v2/settings: the settings that the protocol knows, as far as the shop has them.
import { type Static, Type } from "typebox";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { getSettings, setSettings } from "#shop/settings/settings.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { type ApiCall, type ApiItem, type ApiPath, editing, endpoint } from "../api/endpoint.ts";
import { everywhere, fixed, text } from "./schemas/fields.ts";

/** The settings that can be written, by their names here. */
const written = {
  title: "shop_name",
  description: "shop_tagline",
  email: "shop_email",
  timezone: "timezone_string",
} as const;

const settingsSchema = Type.Object(
  {
    title: text("The shop's name.", everywhere, { minLength: 1, maxLength: 100 }),
    description: text("Its tagline.", everywhere, { maxLength: 300 }),
    url: fixed("Its address."),
    email: text("Where mails about it go.", everywhere, { maxLength: 254 }),
    timezone: text("The time zone of its dates.", everywhere, { maxLength: 60 }),
    date_format: fixed("The format of dates."),
    time_format: fixed("The format of times."),
    start_of_week: Type.Integer({ ...everywhere, readonly: true }),
    language: fixed("Its language."),
    default_comment_status: fixed("Whether new posts take comments."),
    default_ping_status: fixed("Always closed."),
  },
  { title: "settings" },
);

const { title, description, email, timezone } = settingsSchema.properties;
const changes = Type.Object({
  title: Type.Optional(title),
  description: Type.Optional(description),
  email: Type.Optional(email),
  timezone: Type.Optional(timezone),
});

const rule = { who: "manage_options" } as const;

export const settingsPath: ApiPath = {
  path: "/wp/v2/settings",
  schema: settingsSchema,
  endpoints: [
    endpoint({
      methods: ["GET"],
      parameters: Type.Object({}),
      rule,
      answer: async (call) => ({ kind: "item", item: itemOf(call.settings, call) }),
    }),
    endpoint({
      methods: editing,
      parameters: changes,
      rule,
      inBatch: true,
      async answer(call) {
        const { db } = call.services;
        const given: Static<typeof changes> = call.given;
        const values: Record<string, unknown> = {};
        for (const [name, setting] of Object.entries(written)) {
          const value = given[name as keyof typeof written];
          if (value !== undefined) values[setting] = value;
        }
        await setSettings(db, values);
        return { kind: "item", item: itemOf(await getSettings(db), call) };
      },
    }),
  ],
};

function itemOf(settings: Settings, { siteUrl }: Pick<ApiCall<unknown>, "siteUrl">): ApiItem {
  return {
    fields: {
      title: settings.shop_name,
      description: settings.shop_tagline,
      url: siteUrl,
      email: settings.shop_email,
      timezone: timeZoneOf(settings),
      date_format: "F j, Y",
      time_format: "g:i a",
      start_of_week: 1,
      language: settings.language,
      default_comment_status: "open",
      default_ping_status: "closed",
    },
    links: {},
  };
}
