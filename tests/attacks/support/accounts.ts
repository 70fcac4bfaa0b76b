import { createHash } from "node:crypto";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { proofText, puzzleCount, puzzleText, solvesPuzzle } from "#shop/accounts/sessions/proof-of-work.rules.ts";
import { addUser } from "#shop/accounts/users.ts";
import type { FormBrowser } from "../../../src/wire/page-requests/whole-shop.fixtures.ts";
import type { AttackedShop } from "./open-shop.ts";

/** The password of every account. */
export const password = "correct horse battery";

let passwordHash: Promise<string> | undefined;

/** Adds a customer's account. */
export async function addAccount({ database, now }: AttackedShop, email: string): Promise<void> {
  passwordHash ??= hashPassword(password);
  const person = { email, phone: null, firstName: "Sana", lastName: "Malik", role: "customer" as const };
  const user = await addUser(database.db, { ...person, passwordHash: await passwordHash }, now());
  if (!user) throw new Error("The address is taken");
}

/** How the shop answers a sign-in. */
export type SignInAnswer = "signed in" | "wrong" | "proof needed" | "only by mail";

export interface TriedSignIn {
  answer: SignInAnswer;
  /** The challenge of the form that was shown again; undefined: none. */
  challenge: string | undefined;
  page: string;
}

/** Fills in and submits the sign-in form. */
export async function trySignIn(
  browser: FormBrowser,
  username: string,
  typed: string,
  proof = "",
): Promise<TriedSignIn> {
  const form = { username, password: typed, chowk_proof: proof };
  const { statusCode, body } = await browser.fill(routes.account(), "login", form);
  const challenge = /data-challenge="([^"]+)"/.exec(body)?.[1];
  return { answer: answerOf(statusCode, body, challenge), challenge, page: body };
}

function answerOf(statusCode: number, body: string, challenge: string | undefined): SignInAnswer {
  if (statusCode === 303) return "signed in";
  if (challenge !== undefined) return "proof needed";
  return body.includes("Too many attempts") ? "only by mail" : "wrong";
}

/** Solves a challenge as a browser does. */
export function solve(challenge: string): string {
  const answers: number[] = [];
  for (let answer = 0; answers.length < puzzleCount; answer++) {
    const hash = createHash("sha256")
      .update(puzzleText(challenge, answers.length, answer))
      .digest();
    if (!solvesPuzzle(hash.readUInt32BE(0))) continue;
    answers.push(answer);
    answer = -1;
  }
  return proofText(challenge, answers);
}
