import { createHash } from "node:crypto";
import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { routes } from "#routes";
import { listPasskeys } from "#shop/accounts/passkeys/passkeys.ts";
import { findRegistration, isTaken } from "#shop/accounts/register.ts";
import { createMailToken, type TokenUse } from "#shop/accounts/sessions/mail-tokens.ts";
import { findSignInUsers, findUser, lockUserSince } from "#shop/accounts/users.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type AccountMail, accountMail } from "./emails/account-mails.tsx";

export interface AccountMailDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const registrationShape = Compile(Type.Object({ registrationId: Type.Integer() }));
const resetShape = Compile(Type.Object({ login: Type.String(), requestedAt: Type.String() }));
const changeShape = Compile(Type.Object({ userId: Type.Integer(), email: Type.String(), requestedAt: Type.String() }));
const deletedShape = Compile(Type.Object({ userId: Type.Integer(), email: Type.String() }));
const eventShape = Compile(
  Type.Object({
    userId: Type.Integer(),
    about: Type.Union([
      Type.Literal("welcome"),
      Type.Literal("password-changed"),
      Type.Literal("email-changed"),
      Type.Literal("passkey-added"),
      Type.Literal("application-password-made"),
    ]),
    /** Time of the event (ISO 8601); each event gets its own mail. */
    at: Type.Optional(Type.String()),
    /** email-changed: the address to notify. */
    formerEmail: Type.Optional(Type.String()),
  }),
);

/** Job `registration-mail`: sends the confirmation link, or tells the owner of the address that an account exists. */
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
 * Job `password-reset-mail`: sends a link for each account that matches the login, unless its password was changed since the
 * request.
 */
export function passwordResetMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { login, requestedAt } = resetShape.Parse(payload);
    for (const { id: userId } of await findSignInUsers(db, login))
      await inTransaction(db, async (db) => {
        const user = await lockUserSince(db, userId, new Date(requestedAt));
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

/** Job `email-change-mail`: sends the link that confirms a new address, or tells its owner that an account exists. */
export function emailChangeMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { userId, email, requestedAt } = changeShape.Parse(payload);
    await inTransaction(db, async (db) => {
      const user = await lockUserSince(db, userId, new Date(requestedAt));
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
 * Job `account-deleted-mail`: confirms a deletion to the account's former address. The address is stored in the job until the
 * mail is written, and in the outbox until it is sent.
 */
export function accountDeletedMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { userId, email: recipient } = deletedShape.Parse(payload);
    const href = linkOrigin() + routes.home();
    await send(db, clock, { about: "deleted", key: `account-deleted:${userId}`, recipient, href });
  };
}

/** Job `account-mail`: sends the welcome mail, or the notification of a changed password or address, a new passkey or application password. Safe to run twice. */
export function accountEventMail({ db, clock, linkOrigin }: AccountMailDependencies): Task {
  return async (payload) => {
    const { userId, about, at = "", formerEmail } = eventShape.Parse(payload);
    const user = await findUser(db, userId);
    if (!user) return;
    const hasPasskeys = about === "password-changed" && (await listPasskeys(db, userId)).length > 0;
    await send(db, clock, {
      about: hasPasskeys ? "passwordChangedWithPasskeys" : eventMails[about].about,
      key: `${about}:${userId}:${at.replaceAll(/\D/g, "")}`,
      recipient: formerEmail ?? user.email,
      userId,
      name: user.firstName,
      email: user.email,
      href: linkOrigin() + eventMails[about].path,
    });
  };
}

const eventMails = {
  welcome: { about: "welcome", path: routes.account() },
  "password-changed": { about: "passwordChanged", path: routes.lostPassword() },
  "email-changed": { about: "emailChanged", path: routes.account() },
  "passkey-added": { about: "passkeyAdded", path: routes.passkeys() },
  "application-password-made": { about: "applicationPasswordMade", path: routes.applicationPasswords() },
} as const;

/** Creates a token and its mail. Call it in a transaction: a job that runs again creates a new pair and revokes the first. */
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

/** Returns a mail key that does not reveal the token, because keys stay in the outbox. */
function keyOf(purpose: string, token: string): string {
  return `${purpose}:${createHash("sha256").update(`mail ${token}`).digest("hex").slice(0, 32)}`;
}
