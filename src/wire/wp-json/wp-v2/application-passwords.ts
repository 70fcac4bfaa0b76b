// /wp-json/wp/v2/users/{user}/application-passwords: passwords of programs. Making one needs the user's own password in
// current_password and, with a second factor, a code.
import { Type } from "typebox";
import {
  type ApplicationPassword,
  findApplicationPassword,
  listApplicationPasswords,
  makeOwnApplicationPassword,
  maxNameOfPassword,
  renameApplicationPassword,
} from "#shop/accounts/application-passwords/application-passwords.ts";
import {
  revokeAllApplicationPasswords,
  revokeApplicationPassword,
} from "#shop/accounts/application-passwords/revoke-application-passwords.ts";
import { visibleText } from "#shop/accounts/profile/line-text.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { ApiError, forbidden, invalidParameter } from "../api/api-error.ts";
import { can } from "../api/capabilities.ts";
import { type ApiCall, type ApiItem, type ApiPath, editing, endpoint } from "../api/endpoint.ts";
import { everywhere, fixed, text, viewed } from "./schemas/fields.ts";
import { itemParameters } from "./schemas/list-parameters.ts";

const schema = Type.Object(
  {
    uuid: fixed("Identifies it."),
    app_id: text("The program's own id, a UUID."),
    name: text("Given by the user."),
    password: fixed("Shown once, when it is made.", viewed),
    created: fixed("Made at, in UTC."),
    last_used: Type.Union([Type.String(), Type.Null()], { ...everywhere, readonly: true, description: "In UTC." }),
    last_ip: Type.Union([Type.String(), Type.Null()], { ...everywhere, readonly: true }),
  },
  { title: "application-password" },
);

const who = { user: Type.String({ description: "The user's id, or me." }) };
const one = { ...who, uuid: Type.String({ maxLength: 36 }) };
const name = Type.String({ minLength: 1, maxLength: maxNameOfPassword });
const rule = { who: "signed in", isOwnAccount: true, code: "rest_cannot_manage_application_passwords" } as const;

/** Returns the id of the user whose passwords a call is about: one's own, or of anybody for those who manage accounts. */
function userIdOf({ caller, given }: ApiCall<{ user: string }>): number {
  const own = caller.user?.id ?? 0;
  const id = given.user === "me" ? own : Number(given.user);
  if (id !== own && !can(caller.user?.role ?? null, "edit_users")) throw forbidden(false, rule.code);
  return id;
}

/** A program must not make itself more passwords, nor take those of others. */
function refusePrograms({ caller }: ApiCall<unknown>, uuid?: string): void {
  if (caller.passwordUuid !== null && caller.passwordUuid !== uuid?.toLowerCase()) throw forbidden(false, rule.code);
}

async function getPassword(call: ApiCall<{ user: string; uuid: string }>): Promise<ApplicationPassword> {
  const found = await findApplicationPassword(call.services.db, userIdOf(call), call.given.uuid);
  if (!found) throw new Refusal("application_password_unknown");
  return found;
}

function nameIn(given: string): string {
  const visible = visibleText(given);
  if (visible === "") throw invalidParameter("name", "An application name is required.", "rest_invalid_name");
  return visible;
}

const base = "/wp/v2/users/{user}/application-passwords";

export const applicationPasswordPaths: readonly ApiPath[] = [
  {
    path: base,
    schema,
    endpoints: [
      endpoint({
        methods: ["GET"],
        parameters: Type.Object({ ...who, ...itemParameters }),
        rule,
        async answer(call) {
          const all = await listApplicationPasswords(call.services.db, userIdOf(call));
          return { kind: "list", items: all.map(itemOf), total: all.length, page: 1, perPage: Math.max(all.length, 1) };
        },
      }),
      endpoint({
        methods: ["POST"],
        parameters: Type.Object({
          ...who,
          name,
          app_id: Type.Optional(Type.String({ pattern: "^([\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12})?$" })),
          current_password: Type.String({ maxLength: 1000, default: "" }),
          code: Type.String({ maxLength: 100, default: "" }),
        }),
        rule,
        async answer(call) {
          const { caller, services, given, now } = call;
          refusePrograms(call);
          const userId = userIdOf(call);
          if (userId !== caller.user?.id) throw forbidden(false, rule.code);
          const proof = { userId, password: given.current_password, code: given.code, address: caller.address };
          const asked = { ...proof, name: nameIn(given.name), appId: given.app_id ?? "" };
          const { made, password } = await makeOwnApplicationPassword(services, asked, now);
          const item = itemOf(made);
          return { kind: "item", status: 201, item: { ...item, fields: { ...item.fields, password } } };
        },
      }),
      endpoint({
        methods: ["DELETE"],
        parameters: Type.Object(who),
        rule,
        async answer(call) {
          refusePrograms(call);
          const count = await revokeAllApplicationPasswords(call.services.db, userIdOf(call));
          return { kind: "body", body: { deleted: true, count } };
        },
      }),
    ],
  },
  {
    path: `${base}/introspect`,
    schema,
    endpoints: [
      endpoint({
        methods: ["GET"],
        parameters: Type.Object({ ...who, ...itemParameters }),
        rule,
        async answer(call) {
          const uuid = call.caller.passwordUuid;
          if (uuid === null)
            throw new ApiError(404, "rest_no_authenticated_app_password", "Cannot introspect application password.");
          return { kind: "item", item: itemOf(await getPassword({ ...call, given: { ...call.given, uuid } })) };
        },
      }),
    ],
  },
  {
    path: `${base}/{uuid}`,
    schema,
    endpoints: [
      endpoint({
        methods: ["GET"],
        parameters: Type.Object({ ...one, ...itemParameters }),
        rule,
        answer: async (call) => ({ kind: "item", item: itemOf(await getPassword(call)) }),
      }),
      endpoint({
        methods: editing,
        parameters: Type.Object({ ...one, name }),
        rule,
        async answer(call) {
          refusePrograms(call);
          const change = { userId: userIdOf(call), uuid: call.given.uuid, name: nameIn(call.given.name) };
          return { kind: "item", item: itemOf(await renameApplicationPassword(call.services.db, change)) };
        },
      }),
      endpoint({
        methods: ["DELETE"],
        parameters: Type.Object(one),
        rule,
        async answer(call) {
          refusePrograms(call, call.given.uuid);
          const before = itemOf(await getPassword(call));
          await revokeApplicationPassword(call.services.db, userIdOf(call), call.given.uuid);
          return { kind: "body", body: { deleted: true, previous: before.fields } };
        },
      }),
    ],
  },
];

const utc = (moment: Date) => moment.toISOString().slice(0, 19);

function itemOf({ uuid, appId, name: given, createdAt, usedAt, usedFrom }: ApplicationPassword): ApiItem {
  return {
    fields: {
      uuid,
      app_id: appId,
      name: given,
      created: utc(createdAt),
      last_used: usedAt && utc(usedAt),
      last_ip: usedFrom || null,
    },
    links: { self: [{ href: `/wp/v2/users/me/application-passwords/${uuid}` }] },
  };
}
