import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Logger, runOnce } from "graphile-worker";
import type pg from "pg";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { openMailer } from "#platform/mailer.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { localFiles } from "../../tests/support/local-files.ts";
import {
  accountDeletedMail,
  accountEventMail,
  emailChangeMail,
  passwordResetMail,
  registrationMail,
} from "./account-mails.ts";
import { deliverMail } from "./deliver-mail.ts";
import { claimOrdersJob } from "./orders/claim-orders.ts";
import { orderLinkMail } from "./orders/order-link-mail.ts";

/** Runs the account jobs and returns the resulting mails with soft line breaks removed. */
export async function takeMails({ db, pool, clock }: { db: Database; pool: pg.Pool; clock: Clock }): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-mails-"));
  const mailer = openMailer({ smtpUrl: null, files: openLocalFolder(folder) });
  const dependencies = { db, clock, linkOrigin: () => "https://shop.example" };
  const taskList = {
    "claim-orders": claimOrdersJob(dependencies),
    "registration-mail": registrationMail(dependencies),
    "password-reset-mail": passwordResetMail(dependencies),
    "email-change-mail": emailChangeMail(dependencies),
    "account-mail": accountEventMail(dependencies),
    "account-deleted-mail": accountDeletedMail(dependencies),
    "order-link-mail": orderLinkMail(dependencies),
    "deliver-mail": deliverMail({ db, clock, mailer, mailFrom: null, files: localFiles("/nowhere") }),
  };
  await runOnce({ pgPool: pool, taskList, logger: new Logger(() => () => undefined), noHandleSignals: true });
  const files = await readdir(folder);
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  await rm(folder, { recursive: true });
  return mails.map(withoutSoftBreaks);
}

const withoutSoftBreaks = (mail: string) => mail.replaceAll("=\n", "").replaceAll("=3D", "=");

/** Returns the token in a mail's link; "" if there is none. */
export const tokenIn = (mail = "") => /[?&]token=([\w-]{43})/.exec(mail)?.[1] ?? "";
