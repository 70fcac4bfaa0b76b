import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Name, value, name, value, as they came. */
  rawHeaders: string[];
  body: Buffer;
}

export interface Ask {
  /** Path and query. */
  path: string;
  headers?: OutgoingHttpHeaders;
  /** Sends a POST with this form. */
  form?: Record<string, string>;
}

/** An idle connection is given up (after 5 s) long before the shop does, so that none is taken while it closes. */
const agent = new Agent({ keepAlive: true, timeout: 5000 });

/** One request on a kept connection, its answer's bytes as they came. Unlike fetch it may name any host. */
export function ask(origin: string, { path, headers = {}, form }: Ask): Promise<Answer> {
  const body = form && new URLSearchParams(form).toString();
  const [method, ownHeaders] = body === undefined ? ["GET", {}] : ["POST", formHeaders];
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { agent, method, headers: { ...ownHeaders, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers, rawHeaders } = response;
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The header that goes with a form. */
export const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/** The cookies that an answer sets, as the next request sends them back. */
export function cookiesOf({ headers }: Answer): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]).join("; ");
}
