import type { ConversionRequest } from "./conversion-apis.ts";

/** How long (ms) a network may take to answer. */
export const requestTimeoutMs = 10_000;

/** Longest answer that is read, in bytes. */
const maxAnswerBytes = 256 * 1024;

/** A network's answer, or why there is none. The body is undefined if it is not JSON. */
export type NetworkAnswer = { status: number; body: unknown } | { fault: string };

/**
 * Sends a request to a network. Follows no redirects. Errors do not contain the address, because it may contain a token.
 * @param proxy an origin that gets the request in place of the network, with the network's host in the path
 */
export async function postToNetwork(
  { address, headers, body }: ConversionRequest,
  proxy: string | null,
): Promise<NetworkAnswer> {
  try {
    const answer = await fetch(proxy === null ? `https://${address}` : `${proxy}/${address}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    return { status: answer.status, body: parsed(await textOf(answer)) };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { fault: isLate ? "the network did not answer in time" : "the network could not be reached" };
  }
}

/** Returns the beginning of the answer, as far as it is read. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (body === null) return "";
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Google answers with nothing, proxies with pages.
    return undefined;
  }
}
