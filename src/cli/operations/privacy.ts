import { pipeline } from "node:stream/promises";
import { StartError } from "#platform/start-error.ts";
import { recordAction } from "#shop/audit/audit-log.ts";
import { erasePersonalData, exportPersonalData, findPerson } from "#shop/privacy/personal-data.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "../command.ts";
import { forceOption, writeExport } from "../write-export.ts";

type PrivacyContext = Pick<CommandContext, "db" | "clock" | "print">;

/** `privacy export EMAIL [FILE]`, `privacy erase EMAIL`: the personal data of a guest or an account. */
export const privacyCommand: DatabaseCommand<PrivacyContext> = {
  name: "privacy",
  usage: "privacy <what> [email] [file]",
  summary: "personal data of a guest or an account: export EMAIL [FILE], erase EMAIL",
  options: [forceOption],
  needs: "migrated database",
  async run({ db, clock, print }, [what = "", email = "", file = ""], options) {
    if (what !== "export" && what !== "erase")
      throw unknownWord("privacy", what, ["export EMAIL [FILE]", "erase EMAIL"]);
    if (email === "") throw new StartError(`Missing argument: privacy ${what} EMAIL.`);
    if (what === "export") {
      const person = await findPerson(db, email);
      const data = await exportPersonalData(db, person, await getSettings(db));
      await recordAction(db, { action: "export", subject: String(person.userId ?? "a guest"), after: {} });
      await writeExport(print, file, options, async (target) => {
        await pipeline([`${JSON.stringify(data, null, 2).replaceAll("\n", "\r\n")}\r\n`], target);
        return `the data of ${email}`;
      });
      return;
    }
    const report = await erasePersonalData(db, email, clock.now());
    for (const { name, erased, kept } of report)
      print(`${name}: ${erased} erased${kept > 0 ? `, ${kept} open kept` : ""}`);
    if (report.some(({ kept }) => kept > 0)) print("Open orders stay until they are closed: then erase again.");
  },
};
