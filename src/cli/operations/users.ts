import { StartError } from "#platform/start-error.ts";
import { changeRole, disableUser, enableUser } from "#shop/accounts/profile/change-user.ts";
import { resetSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { type Role, roles, type User } from "#shop/accounts/user.ts";
import { listUsers } from "#shop/accounts/users.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";

type UsersContext = Pick<CommandContext, "db" | "clock" | "print">;

/** `users list`, `users role EMAIL ROLE`, `users disable EMAIL`, `users enable EMAIL`, `users second-factor reset EMAIL`. */
export const usersCommand: DatabaseCommand<UsersContext> = {
  name: "users",
  usage: "users <what> [email] [role]",
  summary: `list accounts, give one a role (${roles.join(", ")}), disable or enable it, reset its second factor`,
  needs: "migrated database",
  async run({ db, clock, print }, [what = "", email = "", role = ""]) {
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
      default:
        throw unknownWord("users", what, [
          "list",
          "role EMAIL ROLE",
          "disable EMAIL",
          "enable EMAIL",
          "second-factor reset EMAIL",
        ]);
    }
  },
};

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
