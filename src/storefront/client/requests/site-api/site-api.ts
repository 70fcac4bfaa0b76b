import { clientRoutes } from "#routes";
import { fetchAll } from "./fetch-all.ts";
import { readAnswer } from "./read-answer.ts";
import { failure } from "./site-api-error.ts";
import { isUpload, uploadMedia } from "./upload-media.ts";

/** A call of the site API. */
export interface SiteCall {
  /** Below the API's root, with its query: "/wp/v2/posts?per_page=5". `per_page=-1` fetches the whole list. */
  path: string;
  /** Default: GET. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  data?: unknown;
  /** Sent as it is, instead of `data`. */
  body?: FormData | URLSearchParams | Blob | string;
  headers?: Readonly<Record<string, string>>;
  /** Ends the call, which then throws the signal's AbortError. */
  signal?: AbortSignal | undefined;
}

export interface SiteApiOptions {
  /** The API's root: "https://shop.example/wp-json/". */
  root: string;
  /** Proves who calls; without it a call is a guest's. */
  nonce?: string;
  /** Where there is a fresh nonce for those who are signed in; default: on this site. */
  nonceUrl?: string;
  /** How long a call may take (ms), uploads excepted. */
  timeoutMs?: number;
  /** The pause (ms) before the first repetition of an upload's last step; it doubles each time. */
  pauseMs?: number;
}

/** The server waits for its turn and makes a picture meanwhile; it ends an upload that takes over a minute to arrive. */
const uploadTimeoutMs = 300_000;

/** The client of the site's API; sends the signed-in user's nonce. Behaves as the protocol's client: wire notes 18. */
export class SiteApi {
  readonly #options: Required<Omit<SiteApiOptions, "nonce">>;
  #nonce: string | undefined;
  #renewing: Promise<boolean> | undefined;

  constructor({ root, nonce, nonceUrl, timeoutMs = 20_000, pauseMs = 500 }: SiteApiOptions) {
    this.#options = { root, nonceUrl: nonceUrl ?? `${clientRoutes.siteCall()}?action=rest-nonce`, timeoutMs, pauseMs };
    this.#nonce = nonce;
  }

  /**
   * Makes a call. @returns the answer's JSON, null for an empty one. The caller states its type, which is that of the API's schema
   * @throws SiteApiError, or an AbortError if the signal ends the call
   */
  async call<Answer>(call: SiteCall): Promise<Answer> {
    return (await this.#answer(call)) as Answer;
  }

  #answer(call: SiteCall): Promise<unknown> {
    const address = this.#addressOf(call.path);
    const send = (url: URL, one: Omit<SiteCall, "path">) => this.#send(url, one);
    if (isUpload(call)) return uploadMedia(call, (one) => send(this.#addressOf(one.path), one), this.#options.pauseMs);
    if (address.searchParams.get("per_page") === "-1") return fetchAll(address, (url) => send(url, call));
    return send(address, call).then(readAnswer);
  }

  #addressOf(path: string): URL {
    const address = new URL(path.replace(/^\/+/, ""), this.#options.root);
    if (!address.searchParams.has("_locale")) address.searchParams.set("_locale", "user");
    return address;
  }

  /** Sends a call, and once more with a fresh nonce if its nonce has expired. @returns the answer, whatever its status */
  async #send(url: URL, call: Omit<SiteCall, "path">): Promise<Response> {
    const response = await this.#fetch(url, call);
    if (!(await isNonceRefused(response))) return response;
    return (await this.#renewNonce()) ? this.#fetch(url, call) : response;
  }

  async #fetch(url: URL, call: Omit<SiteCall, "path">): Promise<Response> {
    const { signal } = call;
    const makesPicture =
      call.body instanceof FormData || call.body instanceof Blob || url.pathname.endsWith("/post-process");
    const timeout = AbortSignal.timeout(makesPicture ? uploadTimeoutMs : this.#options.timeoutMs);
    try {
      const response = await fetch(url, {
        ...initOf(call, this.#nonce),
        credentials: "include",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      this.#nonce = response.headers.get("x-wp-nonce") ?? this.#nonce;
      return response;
    } catch (error) {
      throw signal?.aborted ? error : failure("fetch_error");
    }
  }

  /** Calls that fail together fetch one nonce. @returns whether there is a fresh one */
  #renewNonce(): Promise<boolean> {
    this.#renewing ??= this.#fetchNonce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #fetchNonce(): Promise<boolean> {
    const { nonceUrl, timeoutMs } = this.#options;
    try {
      const response = await fetch(nonceUrl, { credentials: "include", signal: AbortSignal.timeout(timeoutMs) });
      if (response.ok) this.#nonce = (await response.text()).trim();
      return response.ok;
    } catch {
      // The caller gets the refusal of the old one.
      return false;
    }
  }
}

/** What some networks let through: POST, with the method in a header. */
function initOf(
  { method = "GET", data, body, headers }: Omit<SiteCall, "path">,
  nonce: string | undefined,
): RequestInit {
  const isOverridden = method === "PUT" || method === "PATCH" || method === "DELETE";
  const isJson = data !== undefined || (isOverridden && body === undefined);
  return {
    method: isOverridden ? "POST" : method,
    headers: {
      Accept: "application/json, */*;q=0.1",
      ...(isJson && { "Content-Type": "application/json" }),
      ...(isOverridden && { "X-HTTP-Method-Override": method }),
      ...(nonce && { "X-WP-Nonce": nonce }),
      ...headers,
    },
    ...(data === undefined ? body !== undefined && { body } : { body: JSON.stringify(data) }),
  };
}

async function isNonceRefused(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: string } | null)?.code === "rest_cookie_invalid_nonce";
}
