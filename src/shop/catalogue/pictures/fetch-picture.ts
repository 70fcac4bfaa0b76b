import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { asIpv4 } from "#platform/network-address.ts";
import { addressProblem, notPublic, spellingProblem } from "./fetched-address.ts";
import { PictureProblem } from "./picture-file.ts";
import { largestPicture } from "./picture-limits.ts";
import { isPublicAddress } from "./public-address.ts";

export interface FetchOptions {
  /** Which addresses may be contacted; default: public ones. */
  isAllowed?: (address: string, port: number) => boolean;
  /** Resolves names; default: the system's resolver. */
  lookup?: LookupFunction;
  /** For the whole file, in milliseconds. */
  timeoutMs?: number;
  /** The most bytes; default: 20 MB. */
  largest?: number;
  /** Media types that are wanted; default: pictures. */
  accept?: string;
}

const maxRedirects = 3;

/**
 * Fetches a picture from the internet. Addresses are checked at the connection, so that neither a redirect nor DNS
 * rebinding reaches this machine or its network.
 * @throws PictureProblem if it is unavailable, too large, or takes longer than half a minute
 */
export async function fetchPicture(source: string, options: FetchOptions = {}): Promise<Uint8Array> {
  const { isAllowed = (address) => isPublicAddress(address), lookup = systemLookup, timeoutMs = 30_000 } = options;
  const { largest = largestPicture, accept = "image/*" } = options;
  const connect = checkedConnector(isAllowed, lookup);
  const agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, pipelining: 0 });
  try {
    const wanted = { accept, largest, anyAddress: options.isAllowed !== undefined };
    return await follow(source, agent, AbortSignal.timeout(timeoutMs), wanted);
  } catch (error) {
    throw problemOf(error);
  } finally {
    await agent.destroy();
  }
}

interface Wanted {
  accept: string;
  largest: number;
  anyAddress: boolean;
}

async function follow(
  source: string,
  dispatcher: Agent,
  signal: AbortSignal,
  { accept, largest, anyAddress }: Wanted,
): Promise<Uint8Array> {
  let url = checkedUrl(source, undefined, anyAddress);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const headers = { accept, "accept-encoding": "identity", "user-agent": "Chowk picture import" };
    const { statusCode, headers: got, body } = await request(url, { dispatcher, signal, headers });
    if (statusCode === 200) return await readBody(body, Number(got["content-length"] ?? 0), largest);
    body.on("error", () => {}).destroy();
    const { location } = got;
    if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== "string")
      throw new PictureProblem(`the server answered ${statusCode}`);
    url = checkedUrl(location, url, anyAddress);
  }
  throw new PictureProblem(`it is redirected more than ${maxRedirects} times`);
}

function checkedUrl(text: string, base: URL | undefined, anyAddress: boolean): URL {
  const address = URL.canParse(text, base) ? new URL(text, base).href : text;
  const problem = anyAddress ? spellingProblem(address) : addressProblem(address);
  if (problem !== undefined) throw new PictureProblem(problem);
  return new URL(address);
}

async function readBody(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  announced: number,
  largest: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = announced;
  if (announced <= largest) {
    size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > largest) break;
      chunks.push(chunk);
    }
  }
  if (size <= largest) return Buffer.concat(chunks);
  body.destroy();
  throw new PictureProblem(`it is larger than ${Math.round(largest / 1024 / 1024)} MB`);
}

/** Refuses forbidden addresses before connecting, and checks the connected one again. */
function checkedConnector(
  isAllowed: (address: string, port: number) => boolean,
  lookup: LookupFunction,
): buildConnector.connector {
  const connector = buildConnector({ timeout: 10_000, lookup: checkedLookup(isAllowed, lookup) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
    if (isIP(host) && !isAllowed(host, port)) return callback(forbidden(), null);
    return connector(target, (...result) => {
      const [error, socket] = result;
      if (error || !socket) return callback(...result);
      if (isAllowed(remoteOf(socket), port)) return callback(null, socket);
      socket.destroy();
      return callback(forbidden(), null);
    });
  };
}

/** Returns IPv4 addresses in plain form, however the socket spells them. */
function remoteOf(socket: Socket): string {
  return asIpv4(socket.remoteAddress ?? "");
}

/** A name may have many addresses: one forbidden address refuses the name. */
function checkedLookup(isAllowed: (address: string, port: number) => boolean, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, found, family);
      const addresses = typeof found === "string" ? [{ address: found, family: family ?? 4 }] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address, 0))) return callback(forbidden(), "", 4);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}

function forbidden(): Error & NodeJS.ErrnoException {
  return Object.assign(new PictureProblem(notPublic), { code: "EACCES" });
}

function problemOf(error: unknown): PictureProblem {
  if (error instanceof PictureProblem) return error;
  if (!(error instanceof Error)) return new PictureProblem("it cannot be fetched");
  if (error.name === "TimeoutError" || /Timeout/.test(error.name)) return new PictureProblem("it takes too long");
  const cause = error.cause instanceof PictureProblem ? error.cause : undefined;
  return cause ?? new PictureProblem(`it cannot be fetched (${(error as NodeJS.ErrnoException).code ?? error.name})`);
}
