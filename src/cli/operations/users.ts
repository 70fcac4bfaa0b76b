import { StartError } from "#platform/start-error.ts";
import {
  listApplicationPasswords,
  makeApplicationPassword,
  maxNameOfPassword,
} from "#shop/accounts/application-passwords/application-passwords.ts";
import {
  revokeAllApplicationPasswords,
  revokeApplicationPassword,
} from "#shop/accounts/application-passwords/revoke-application-passwords.ts";
import { changeRole, disableUser, enableUser } from "#shop/accounts/profile/change-user.ts";
import { resetSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { type Role, roles, type User } from "#shop/accounts/user.ts";
import { getUserByEmail, listUsers } from "#shop/accounts/users.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";

type UsersContext = Pick<CommandContext, "db" | "clock" | "print">;

/** `users list`, `users role EMAIL ROLE`, `users disable EMAIL`, `users enable EMAIL`, `users second-factor reset EMAIL`, and `users app-passwords`
 * with `list EMAIL`, `add EMAIL NAME`, `revoke EMAIL UUID` or `revoke EMAIL all`. */
export const usersCommand: DatabaseCommand<UsersContext> = {
  name: "users",
  usage: "users <what> [email] [role] [name]",
  summary: `list accounts, give one a role (${roles.join(", ")}), disable or enable it, reset its second factor, manage its application passwords`,
  needs: "migrated database",
  async run({ db, clock, print }, [what = "", email = "", role = "", more = ""]) {
    switch (what) {
      case "list": {
        const users = await listUsers(db);
        if (users.length === 0)
          print('There are no accounts yet: "npm run shop -- create-admin EMAIL" creates the first.');
        for (const user of users) print(rowOf(user));
        return;
      }
      case "role":
        if (email === "" || role === "") throw missing("role EMAIL ROLE", `ROLE is one of ${roles.join(", ")}`);
        await changeRole(db, email, roleOf(role));
        return print(`${email} is now ${role}.`);
      case "disable":
        if (email === "") throw missing("disable EMAIL");
        await disableUser(db, email, clock.now());
        return print(`${email} is disabled and signed out everywhere.`);
      case "enable":
        if (email === "") throw missing("enable EMAIL");
        await enableUser(db, email);
        return print(`${email} is enabled.`);
      case "second-factor":
        if (email !== "reset" || role === "") throw missing("second-factor reset EMAIL");
        await resetSecondFactor(db, role, clock.now());
        return print(`${role} has no second factor now and is signed out everywhere.`);
      case "app-passwords":
        return runPasswords({ db, clock, print }, email, role, more);
      default:
        throw unknownWord("users", what, [
          "list",
          "role EMAIL ROLE",
          "disable EMAIL",
          "enable EMAIL",
          "second-factor reset EMAIL",
          ...passwordWords,
        ]);
    }
  },
};

const passwordWords = [
  "app-passwords list EMAIL",
  "app-passwords add EMAIL NAME",
  "app-passwords revoke EMAIL UUID",
  "app-passwords revoke EMAIL all",
] as const;

async function runPasswords({ db, clock, print }: UsersContext, what: string, email: string, given: string) {
  if (!["list", "add", "revoke"].includes(what))
    throw unknownWord("users", `app-passwords ${what}`.trim(), passwordWords);
  if (email === "" || (what !== "list" && given === ""))
    throw missing(`app-passwords ${what} EMAIL${what === "add" ? " NAME" : what === "revoke" ? " UUID" : ""}`);
  const { id: userId } = await getUserByEmail(db, email);
  if (what === "add") {
    const name = given.slice(0, maxNameOfPassword);
    const { made, password } = await makeApplicationPassword(db, { userId, name, appId: "" }, clock.now());
    return print(`${made.uuid}  ${made.name}\nPassword, shown only now: ${password}`);
  }
  if (what === "revoke" && given === "all")
    return print(`${await revokeAllApplicationPasswords(db, userId)} application passwords of ${email} are revoked.`);
  if (what === "revoke") {
    await revokeApplicationPassword(db, userId, given);
    return print(`The application password ${given} is revoked.`);
  }
  const all = await listApplicationPasswords(db, userId);
  if (all.length === 0) print(`${email} has no application passwords.`);
  for (const { uuid, name, createdAt, usedAt, usedFrom } of all)
    print(
      [
        uuid,
        createdAt.toISOString().slice(0, 10),
        usedAt ? `used ${usedAt.toISOString().slice(0, 10)} from ${usedFrom}` : "never used",
        name,
      ].join("  "),
    );
}

function missing(usage: string, more = '"users list" shows the addresses'): StartError {
  return new StartError(`Missing argument: users ${usage}; ${more}.`);
}

function roleOf(text: string): Role {
  const role = roles.find((one) => one === text);
  if (!role) throw new StartError(`There is no role "${text}": use ${roles.join(", ")}.`);
  return role;
}

function rowOf({ id, email, role, createdAt, disabledAt }: User): string {
  const since = createdAt.toISOString().slice(0, 10);
  return [id, email, role, since, ...(disabledAt ? [`disabled ${disabledAt.toISOString().slice(0, 10)}`] : [])].join(
    "  ",
  );
}
