import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { PersonalDataPart } from "../privacy/personal-data.rules.ts";
import { accountRecord, registrationRecords } from "./profile/account-record.ts";
import { refuseLastAdministrator } from "./profile/change-user.ts";
import { findUser } from "./users.ts";

/**
 * The account with its sessions and links, and requests for one. Erasing it deletes it; a job confirms that by a mail that is
 * not kept once sent. Its erasure throws Refusal user_last_administrator.
 */
export const accountData: PersonalDataPart = {
  name: "account",
  async list(db, { email, userId }) {
    const user = userId === null ? undefined : await findUser(db, userId);
    return {
      ...(user && (await accountRecord(db, user))),
      // Nothing more: the requester is unknown and may have typed another person's data.
      registrationsOfThisEmail: await registrationRecords(db, email),
    };
  },
  async erase(db, { email, userId }) {
    const asked = await db.execute(sql`delete from registrations where lower(email) = ${email}`);
    if (userId === null) return { erased: asked.rowCount ?? 0, kept: 0 };
    await refuseLastAdministrator(db, userId);
    await db.execute(sql`delete from users where id = ${userId}`);
    await addJob(db, "account-deleted-mail", { userId, email });
    return { erased: 1 + (asked.rowCount ?? 0), kept: 0 };
  },
};
