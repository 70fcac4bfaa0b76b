import { randomBytes, randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Signatures } from "#platform/signatures.ts";
import { countUses } from "../../rate-limits.ts";
import { quizAnswerKey, quizQuestions } from "../posted-fields.rules.ts";
import type { FormTag } from "../template/form-tag.rules.ts";

/** How long (minutes) a captcha can be answered. */
const captchaMinutes = 60;

/** How long (s) a quiz can be answered, once. */
const quizSeconds = 24 * 60 * 60;

/** Half a day (ms): how long one question is asked instead of reading a captcha. Its answer is right for as long again. */
const tickMs = 12 * 60 * 60 * 1000;

/** Characters of a captcha, without those that look alike. */
const captchaCharacters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** The field of a form that a challenge belongs to. */
export interface ChallengeField {
  formId: number;
  name: string;
}

/**
 * Returns one of a quiz's questions with the signature of its answer: 8 digits of the time (s, hexadecimal), 16 random
 * ones, and 32 that prove both and the answer. Scripts only send it back.
 */
export function newQuiz(
  signatures: Signatures,
  tag: FormTag,
  formId: number,
  now: Date,
): [question: string, signature: string] {
  const questions = quizQuestions(tag);
  const { shown, sent } = questions[randomInt(questions.length)] ?? { shown: "", sent: "" };
  const mark = secondsOf(now).toString(16).padStart(8, "0") + randomBytes(8).toString("hex");
  return [shown, mark + signatures.sign("quiz", formId, tag.name, mark, quizAnswerKey(sent)).slice(0, 32)];
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** Takes a quiz, which can be answered once, rightly or wrongly. @returns whether the answer is right */
export async function takeQuiz(
  db: Database,
  signatures: Signatures,
  { formId, name }: ChallengeField,
  { answer, signature }: { answer: string; signature: string },
  now: Date,
): Promise<boolean> {
  const [, mark = "", proof = ""] = /^([0-9a-f]{24})([0-9a-f]{32})$/.exec(signature) ?? [];
  const age = secondsOf(now) - Number.parseInt(mark.slice(0, 8), 16);
  if (!(age >= 0 && age < quizSeconds)) return false;
  const [count] = await countUses(db, [{ use: { limit: "quizTries", quiz: mark }, times: 1 }], now);
  return count?.points === 1 && signatures.verify(proof, "quiz", formId, name, mark, quizAnswerKey(answer));
}

/** Creates a captcha. @returns its id, which names the picture */
export async function newCaptcha(db: Database, now: Date): Promise<number> {
  const id = randomInt(1, 2 ** 47);
  const until = new Date(now.getTime() + captchaMinutes * 60_000).toISOString();
  await db.execute(sql`insert into contact_challenges (id, expires_at) values (${id}, ${until}::timestamptz)`);
  return id;
}

/** Whether a captcha can still be answered. */
export async function isCaptchaOpen(db: Database, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from contact_challenges where id = ${id} and expires_at > ${now.toISOString()}::timestamptz`,
  );
  return rowCount === 1;
}

/** Returns the four characters of a captcha. */
export function captchaText(signatures: Signatures, id: number): string {
  const bytes = Buffer.from(signatures.sign("captcha", id), "hex");
  return [...bytes.subarray(0, 4)].map((byte) => captchaCharacters[byte % captchaCharacters.length]).join("");
}

const numbers = "zero one two three four five six seven eight nine ten".split(" ");

/**
 * Returns the question that may be answered instead of reading the picture: "What is three plus four?". It is the same
 * for half a day, because scripts replace the picture but not its text.
 */
export function captchaQuestion(
  signatures: Signatures,
  { formId, name }: ChallengeField,
  now: Date,
  ticksAgo = 0,
): { question: string; answer: string } {
  const tick = Math.floor(now.getTime() / tickMs) - ticksAgo;
  const [first = 0, second = 0] = Buffer.from(signatures.sign("captcha question", formId, name, tick), "hex");
  const [one, two] = [1 + (first % 10), 1 + (second % 10)];
  return { question: `What is ${numbers[one]} plus ${numbers[two]}?`, answer: String(one + two) };
}

/** Takes a captcha, which can be answered once, rightly or wrongly. @returns whether the answer is right */
export async function takeCaptcha(
  db: Database,
  signatures: Signatures,
  field: ChallengeField,
  { answer, id }: { answer: string; id: string },
  now: Date,
): Promise<boolean> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return false;
  const { rowCount } = await db.execute(
    sql`delete from contact_challenges where id = ${Number(id)} and expires_at > ${now.toISOString()}::timestamptz`,
  );
  if (rowCount !== 1) return false;
  const given = answer.replace(/\s/g, "").toUpperCase();
  const inWords = [0, 1].map((ago) => captchaQuestion(signatures, field, now, ago).answer);
  return given === captchaText(signatures, Number(id)) || inWords.includes(given);
}

/** Deletes at most `limit` expired captchas. @returns the number deleted */
export async function deleteOldChallenges(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from contact_challenges where id in (
    select id from contact_challenges where expires_at <= ${now.toISOString()}::timestamptz limit ${limit})`);
  return rowCount ?? 0;
}
