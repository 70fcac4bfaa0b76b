import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Settings } from "../settings/setting-definitions.ts";
import type { SpamSample } from "./spam-score.rules.ts";

/** The services that judge puzzles, and the fields in which their scripts put the answer. */
const services = {
  turnstile: {
    url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    fields: ["cf-turnstile-response", "_wpcf7_turnstile_response"],
  },
  hcaptcha: { url: "https://api.hcaptcha.com/siteverify", fields: ["h-captcha-response"] },
} as const;

/** How long (ms) the service may take. */
const timeoutMs = 5000;

const answerShape = Compile(Type.Object({ success: Type.Boolean() }));

type PuzzleSettings = Pick<Settings, "puzzle_service" | "puzzle_secret_key" | "puzzle_verify_url">;

/** Asks the service in the settings whether the puzzle in a form was solved. "none" without a service. */
export async function verifyPuzzle(
  { puzzle_service: name, puzzle_secret_key: secret, puzzle_verify_url: ownUrl }: PuzzleSettings,
  read: (name: string) => string,
  ip: string,
): Promise<SpamSample["puzzle"]> {
  if (name === "none" || secret === "") return "none";
  const { url, fields } = services[name];
  const token = fields.map(read).find((text) => text !== "") ?? "";
  if (token === "" || token.length > 8000) return "failed";
  try {
    const body = new URLSearchParams({ secret, response: token, remoteip: ip });
    const answer = await fetch(ownUrl || url, { method: "POST", body, signal: AbortSignal.timeout(timeoutMs) });
    const judged: unknown = await answer.json();
    return answerShape.Check(judged) ? (judged.success ? "passed" : "failed") : "unreachable";
  } catch {
    // A sender is not refused because the service is down.
    return "unreachable";
  }
}
