import { failure, SiteApiError } from "./site-api-error.ts";

/** Returns the JSON of an answer; null for one without content. @throws SiteApiError if the call failed or it is no JSON */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const body = await jsonOf(response);
  if (response.ok) return body;
  throw errorOf(body);
}

async function jsonOf(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    // The connection was cut, or the caller has no use for the answer any more.
    throw isAbort(error) ? error : failure("fetch_error");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw failure("invalid_json");
  }
}

/** Returns the server's error as it sent it. */
function errorOf(body: unknown): SiteApiError {
  if (typeof body !== "object" || body === null) return failure("unknown_error");
  const { code, message, data = null } = body as { code?: unknown; message?: unknown; data?: unknown };
  if (typeof code !== "string") return failure("unknown_error");
  return new SiteApiError(code, typeof message === "string" ? message : "", data);
}

/** Returns whether the caller has ended a call. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
