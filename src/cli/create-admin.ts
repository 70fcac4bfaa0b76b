import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import type { CommandContext, DatabaseCommand } from "./command.ts";

type CreateAdminContext = Pick<CommandContext, "db" | "clock" | "print" | "readSecret">;

/** `create-admin EMAIL [--name NAME]`: asks for the password, or reads it from what is piped in. */
export const createAdminCommand: DatabaseCommand<CreateAdminContext> = {
  name: "create-admin",
  usage: "create-admin <email>",
  summary: "make an account that may do everything; the password is asked for, or piped in",
  options: [{ flags: "--name <name>", meaning: "what the shop calls him; default: what the address begins with" }],
  needs: "migrated database",
  async run({ db, clock, print, readSecret }, [email = ""], { name }) {
    const password = await readSecret(`Password of ${email}: `);
    await createAdministrator(db, { email, password, firstName: String(name ?? "").trim() }, clock.now());
    print(`${email} is an administrator.`);
  },
};
