import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";

type CreateAdminContext = Pick<CommandContext, "db" | "clock" | "print" | "readSecret">;

/** `create-admin EMAIL [--name NAME]`: prompts for the password, or reads it from piped input. */
export const createAdminCommand: DatabaseCommand<CreateAdminContext> = {
  name: "create-admin",
  usage: "create-admin <email>",
  summary: "create an administrator account; the password is prompted for, or piped in",
  options: [{ flags: "--name <name>", meaning: "display name; default: the part of the address before the @" }],
  needs: "migrated database",
  async run({ db, clock, print, readSecret }, [email = ""], { name }) {
    const password = await readSecret(`Password of ${email}: `);
    await createAdministrator(db, { email, password, firstName: String(name ?? "").trim() }, clock.now());
    print(`${email} is an administrator.`);
  },
};
