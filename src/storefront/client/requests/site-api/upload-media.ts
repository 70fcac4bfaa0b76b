import { readAnswer } from "./read-answer.ts";
import type { SiteCall } from "./site-api.ts";
import { failure, SiteApiError } from "./site-api-error.ts";

/** How often the server is asked to make a picture of an upload that has arrived. */
const maxTries = 5;

/** Returns whether a call uploads a file to the media library. */
export function isUpload({ method, path }: Pick<SiteCall, "method" | "path">): boolean {
  return method === "POST" && /^\/?wp\/v2\/media\/?(?:\?|$)/.test(path);
}

/**
 * Uploads a file. If it has arrived and the server could not make a picture of it, asks for that again, and deletes it when that fails
 * too or the caller gives up.
 * @returns the answer's JSON
 * @throws SiteApiError: post_process after the last try, or when the server refuses the file
 */
export async function uploadMedia(
  call: SiteCall,
  send: (call: SiteCall) => Promise<Response>,
  pauseMs: number,
): Promise<unknown> {
  const response = await send(call);
  const id = Number(response.headers.get("x-wp-upload-attachment-id") ?? 0);
  if (response.status < 500 || !Number.isSafeInteger(id) || id <= 0) return readAnswer(response);
  try {
    return await finish(id, call, send, pauseMs);
  } catch (error) {
    // If the network is gone too, the server deletes it after two days.
    const { headers = {} } = call;
    await send({ path: `/wp/v2/media/${id}?force=true`, method: "DELETE", headers }).catch(() => undefined);
    throw error;
  }
}

async function finish(
  id: number,
  { signal, headers = {} }: SiteCall,
  send: (call: SiteCall) => Promise<Response>,
  pauseMs: number,
): Promise<unknown> {
  const call: SiteCall = {
    path: `/wp/v2/media/${id}/post-process`,
    method: "POST",
    data: { action: "create-image-subsizes" },
    signal,
    headers,
  };
  for (let tries = 1; tries <= maxTries; tries += 1) {
    if (tries > 1) await pause(pauseMs * 2 ** (tries - 2), signal);
    try {
      const response = await send(call);
      if (isRefusal(response.status)) break;
      return await readAnswer(response);
    } catch (error) {
      if (!(error instanceof SiteApiError)) throw error;
    }
  }
  throw failure("post_process");
}

/** Returns whether repeating a call with this status would be refused too. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Waits. @throws the signal's reason if it ends the wait */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      // An AbortError, unless the caller gave another reason.
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
