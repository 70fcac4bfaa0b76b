import { createHash } from "node:crypto";
import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { routes } from "#routes";
import { findRegistration, isTaken } from "#shop/accounts/register.ts";
import { createMailToken, type TokenUse } from "#shop/accounts/sessions/mail-tokens.ts";
import { findSignInUsers, findUser, lockUserSince } from "#shop/accounts/users.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type AccountMail, accountMail } from "./emails/account-mails.tsx";

export interface AccountMailDependencies {
  db: Database;
  clock: Clock;
  /** The origin of the links in mails. */
  linkOrigin: () => string;
}

const registrationShape = Compile(Type.Object({ registrationId: Type.Integer() }));
const resetShape = Compile(Type.Object({ login: Type.String(), askedAt: Type.String() }));
const changeShape = Compile(Type.Object({ userId: Type.Integer(), email: Type.String(), askedAt: Type.String() }));
const deletedShape = Compile(Type.Object({ userId: Type.Integer(), email: Type.String() }));
const newsShape = Compile(
  Type.Object({
    userId: Type.Integer(),
    about: Type.Union([Type.Literal("welcome"), Type.Literal("password-changed"), Type.Literal("email-changed")]),
    /** When it happened: each time has a mail of its own. */
    at: Type.Optional(Type.String()),
    /** email-changed: the address that hears of it. */
    formerEmail: Type.Optional(Type.String()),
  }),
);

/** Job `registration-mail`: the link that opens an account, or news to the owner of the address that he has one. */
export function registrationMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { registrationId } = registrationShape.Parse(payload);
    await inTransaction(db, async (db) => {
      const registration = await findRegistration(db, registrationId);
      if (!registration) return;
      const { email: recipient } = registration;
      if (await isTaken(db, recipient)) {
        const key = `account-taken:${registrationId}`;
        await send(db, clock, { about: "taken", key, recipient, href: linkOrigin() + routes.account() });
        return;
      }
      const token = await createMailToken(db, { purpose: "registration", registrationId }, clock.now());
      const href = linkOrigin() + routes.confirmAccount(token);
      await send(db, clock, { about: "registration", key: keyOf("registration", token), recipient, href });
    });
  };
}

/**
 * Job `password-reset-mail`: a link for each account that this login may mean; none when there is none, or when its password
 * was replaced since the link was asked for.
 */
export function passwordResetMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { login, askedAt } = resetShape.Parse(payload);
    for (const { id: userId } of await findSignInUsers(db, login))
      await inTransaction(db, async (db) => {
        const user = await lockUserSince(db, userId, new Date(askedAt));
        if (!user) return;
        await sendToken(db, clock, { purpose: "password-reset", userId }, (token) => ({
          about: "reset",
          recipient: user.email,
          name: user.firstName,
          href: linkOrigin() + routes.resetPassword(token),
        }));
      });
  };
}

/** Job `email-change-mail`: the link that proves a new address, or news to its owner that it has an account. */
export function emailChangeMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { userId, email, askedAt } = changeShape.Parse(payload);
    await inTransaction(db, async (db) => {
      const user = await lockUserSince(db, userId, new Date(askedAt));
      if (!user) return;
      if (await isTaken(db, email)) {
        const key = `account-taken:${createHash("sha256").update(`${userId} ${email}`).digest("hex").slice(0, 32)}`;
        const href = linkOrigin() + routes.account();
        return send(db, clock, { about: "taken", key, recipient: email, href });
      }
      await sendToken(db, clock, { purpose: "email-change", userId, email }, (token) => ({
        about: "emailChange",
        recipient: email,
        userId,
        href: linkOrigin() + routes.confirmEmail(token),
      }));
    });
  };
}

/**
 * Job `account-deleted-mail`: tells whose account has been deleted, at the address that it had. The job's row holds the address
 * until the mail is written, the outbox until it is sent.
 */
export function accountDeletedMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { userId, email: recipient } = deletedShape.Parse(payload);
    const href = linkOrigin() + routes.home();
    await send(db, clock, { about: "deleted", key: `account-deleted:${userId}`, recipient, href });
  };
}

/** Job `account-mail`: welcome, or news of a changed password or address. Safe to run twice. */
export function accountNews({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { userId, about, at = "", formerEmail } = newsShape.Parse(payload);
    const user = await findUser(db, userId);
    if (!user) return;
    await send(db, clock, {
      ...news[about],
      key: `${about}:${userId}:${at.replaceAll(/\D/g, "")}`,
      recipient: formerEmail ?? user.email,
      userId,
      name: user.firstName,
      email: user.email,
      href: linkOrigin() + news[about].path,
    });
  };
}

const news = {
  welcome: { about: "welcome", path: routes.account() },
  "password-changed": { about: "passwordChanged", path: routes.lostPassword() },
  "email-changed": { about: "emailChanged", path: routes.account() },
} as const;

/** Call it in a transaction, for token and mail together: a job that is run again makes another pair, and the first ends. */
async function sendToken(
  db: Database,
  clock: Clock,
  use: TokenUse,
  mailOf: (token: string) => Omit<AccountMail, "key">,
): Promise<void> {
  const token = await createMailToken(db, use, clock.now());
  await send(db, clock, { ...mailOf(token), key: keyOf(use.purpose, token) });
}

async function send(db: Database, clock: Clock, mail: AccountMail): Promise<void> {
  const settings = await getSettings(db);
  await putIntoOutbox(db, [accountMail(mail, { settings, t: translator(settings.language) })], clock.now());
}

/** The key stays in the outbox; the token must not. */
function keyOf(purpose: string, token: string): string {
  return `${purpose}:${createHash("sha256").update(`mail ${token}`).digest("hex").slice(0, 32)}`;
}
