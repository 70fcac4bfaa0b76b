// GET /wp-json/wp/v2/users, /users/{id} and /users/me; POST the latter two: one's own profile, and
// woocommerce_meta[coming_soon_banner_dismissed].
import { type Static, type TObject, Type } from "typebox";
import { routes } from "#routes";
import { listPeople, type Person, type PersonOrder, readPeople } from "#shop/accounts/people.ts";
import { changeOwnProfile } from "#shop/accounts/profile/change-own-profile.ts";
import { visibleText } from "#shop/accounts/profile/line-text.rules.ts";
import { isBannerDismissed } from "#shop/accounts/profile/user-meta.ts";
import { plainTextOf } from "#shop/catalogue/sanitise.ts";
import { ApiError, forbidden } from "../api/api-error.ts";
import { can, capabilitiesOf } from "../api/capabilities.ts";
import { type ApiAnswer, type ApiCall, type ApiItem, type Endpoint, editing, endpoint } from "../api/endpoint.ts";
import { userListParameters } from "./schemas/item-schemas.ts";
import { itemParameters, pageOf, pathId } from "./schemas/list-parameters.ts";

/** The field of `woocommerce_meta` that accounts have. */
const bannerField = "coming_soon_banner_dismissed";

/** Whether the caller may know of people who have published nothing. */
export const seesAllPeople = ({ caller }: Pick<ApiCall<unknown>, "caller">) =>
  can(caller.user?.role ?? null, "list_users");

const orders: Readonly<Record<string, PersonOrder>> = {
  id: "id",
  include: "include",
  registered_date: "registered_date",
  slug: "slug",
  include_slugs: "include_slugs",
};

export const userList: Endpoint = endpoint({
  methods: ["GET"],
  parameters: userListParameters,
  rule: { who: "anyone", edits: "list_users" },
  async answer(call) {
    const { given, services, now } = call;
    const { page, per_page: perPage, search, include, exclude, slug, roles, orderby, order } = given;
    const isPrivate = roles !== undefined || orderby === "registered_date" || orderby === "email";
    if (isPrivate && !seesAllPeople(call))
      throw forbidden(
        call.caller.user === null,
        "rest_user_cannot_view",
        "Sorry, you are not allowed to filter users by role.",
      );
    const isPublic = !seesAllPeople(call) || given.who === "authors" || Boolean(given.has_published_posts);
    const filter = {
      isPublic,
      search,
      include,
      exclude: exclude ?? [],
      slugs: slug,
      roles,
      orderBy: orders[orderby] ?? "name",
      order,
      ...pageOf(given),
    };
    const { total, rows } = await listPeople(services.db, filter, now);
    return { kind: "list", items: rows.map((person) => personItem(person, call)), total, page, perPage };
  },
});

/** The caller's own account. */
export const ownUser: Endpoint = endpoint({
  methods: ["GET"],
  parameters: Type.Object(itemParameters),
  rule: {
    who: "signed in",
    edits: "signed in",
    isOwnAccount: true,
    code: "rest_not_logged_in",
    message: "You are not currently logged in.",
  },
  answer: async (call) => ({ kind: "item", item: await ownItem(call) }),
});

/** Other people's fields for `context=edit` are for those who manage accounts; one's own are one's own. */
export const oneUser: Endpoint = endpoint({
  methods: ["GET"],
  parameters: Type.Object({ ...pathId, ...itemParameters }),
  rule: { who: "anyone", edits: "signed in" },
  async answer(call) {
    const { given, caller, context } = call;
    if (given.id === caller.user?.id) return { kind: "item", item: await ownItem(call) };
    if (context === "edit" && !seesAllPeople(call)) throw forbidden(false, "rest_forbidden_context");
    return { kind: "item", item: personItem(await getPerson(given.id, call), call) };
  },
});

const ownFields = {
  first_name: Type.Optional(Type.String({ maxLength: 200 })),
  last_name: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  url: Type.Optional(Type.String({ maxLength: 500, pattern: '^(https?://[^\\s<>"]+)?$' })),
  woocommerce_meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

const cannotEdit = {
  who: "signed in",
  isOwnAccount: true,
  code: "rest_user_cannot_edit",
  message: "Sorry, you are not allowed to edit this user.",
} as const;

/** Changes one's own profile. Roles, addresses and passwords are not changed here. */
export const changeOwnUser: Endpoint = endpoint({
  methods: editing,
  parameters: Type.Object(ownFields),
  rule: cannotEdit,
  answer: changeOwn,
});

/** The same by id. Another user's id gets the same answer as an unknown one. */
export const changeUser: Endpoint = endpoint({
  methods: editing,
  parameters: Type.Object({ ...pathId, ...ownFields }),
  rule: cannotEdit,
  async answer(call) {
    if (call.given.id !== call.caller.user?.id) throw forbidden(false, cannotEdit.code, cannotEdit.message);
    return changeOwn(call);
  },
});

async function changeOwn(call: ApiCall<Static<TObject<typeof ownFields>>>): Promise<ApiAnswer> {
  const { services, caller, given } = call;
  if (!caller.user) throw new Error("A guest has no account");
  const dismissed = given.woocommerce_meta?.[bannerField];
  const line = (value: string | undefined) => (value === undefined ? undefined : visibleText(value));
  const profile = {
    firstName: line(given.first_name),
    lastName: line(given.last_name),
    description: given.description === undefined ? undefined : plainTextOf(given.description),
    url: given.url,
    isBannerDismissed: dismissed === "yes" || dismissed === "no" ? dismissed === "yes" : undefined,
  };
  await changeOwnProfile(services.db, caller.user.id, profile);
  return { kind: "item", item: await ownItem(call) };
}

/** Returns somebody whom the caller may know of; others are answered like people who do not exist. */
async function getPerson(id: number, call: ApiCall<unknown>): Promise<Person> {
  const [person] = await readPeople(call.services.db, [id], call.now);
  if (!person || !(person.isPublic || seesAllPeople(call)))
    throw new ApiError(404, "rest_user_invalid_id", "Invalid user ID.");
  return person;
}

/** Returns the caller's own account. @throws Error for guests, whom the rule refuses */
async function ownItem(call: ApiCall<unknown>): Promise<ApiItem> {
  const id = call.caller.user?.id;
  if (id === undefined) throw new Error("A guest has no account");
  const [person] = await readPeople(call.services.db, [id], call.now);
  if (!person) throw new ApiError(404, "rest_user_invalid_id", "Invalid user ID.");
  const { fields, links } = personItem(person, call);
  const isDismissed = await isBannerDismissed(call.services.db, id);
  return { fields: { ...fields, woocommerce_meta: { [bannerField]: isDismissed ? "yes" : "no" } }, links };
}

/** Returns the API's form of a person. */
export function personItem(
  person: Person,
  { siteUrl, settings }: Pick<ApiCall<unknown>, "siteUrl" | "settings">,
): ApiItem {
  const { id, name, slug, url, description, account } = person;
  return {
    fields: {
      id,
      name,
      url,
      description,
      link: siteUrl + routes.author(slug),
      slug,
      avatar_urls: {},
      meta: [],
      locale: settings.language,
      nickname: name,
      ...(account && {
        username: account.email,
        first_name: account.firstName,
        last_name: account.lastName,
        email: account.email,
        registered_date: account.createdAt,
        roles: [account.grantedRole],
        capabilities: capabilitiesOf(account.grantedRole),
        extra_capabilities: { [account.grantedRole]: true },
      }),
    },
    links: { self: [{ href: `/wp/v2/users/${id}` }], collection: [{ href: "/wp/v2/users" }] },
  };
}
