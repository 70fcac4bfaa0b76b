import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Config } from "#config";
import { asIpv4 } from "#platform/network-address.ts";

/** Returns the IP address that a raw request comes from. */
export type SenderOf = (raw: IncomingMessage) => string;

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Headers by which a proxy describes a request. */
const forwardedHeaders = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"] as const;

/**
 * Returns a function that finds the sender of a request. Behind proxies it also rewrites the request's headers, so that
 * Fastify, which trusts one hop, sees the same sender, host and protocol: X-Forwarded-For becomes the one address that is
 * believed. Requests that no trusted proxy has passed on lose the headers of proxies.
 */
export function openProxies(proxies: Config["proxies"]): SenderOf {
  if (!proxies) return peerOf;
  const { header } = proxies;
  const trusts = trustOf(proxies.trusted);
  const found = new WeakMap<IncomingMessage, string>();
  return (raw) => {
    const known = found.get(raw);
    if (known !== undefined) return known;
    const { headers } = raw;
    const peer = peerOf(raw);
    const isTrusted = trusts(peer, 0);
    const chain = header === "forwarded" ? takeForwarded(headers) : addressesIn(headers["x-forwarded-for"]);
    const sender = isTrusted ? believedSender(peer, chain, trusts) : peer;
    if (!isTrusted) for (const name of [...forwardedHeaders, "x-request-id"]) delete headers[name];
    else headers["x-forwarded-for"] = sender;
    found.set(raw, sender);
    return sender;
  };
}

/** Tells Fastify to believe the headers that `openProxies` has left. */
export function trustsOneHop(_address: string, hop: number): boolean {
  return hop === 0;
}

type Trusts = (ip: string, hop: number) => boolean;

function trustOf(trusted: number | readonly string[]): Trusts {
  if (typeof trusted === "number") return (_, hop) => hop < trusted;
  const list = new BlockList();
  for (const network of trusted.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address = "", bits] = network.split("/");
    const [family, allBits] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    list.addSubnet(address, Number(bits ?? allBits), family);
  }
  return (ip) => list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}

/** Follows the chain of senders, the last first, while a trusted proxy named the next one and that is an address. */
function believedSender(peer: string, chain: readonly string[], trusts: Trusts): string {
  let sender = peer;
  for (const [hop, text] of chain.toReversed().entries()) {
    const ip = withoutPort(text);
    if (isIP(ip) === 0 || ip.includes("%") || !trusts(sender, hop)) break;
    sender = asIpv4(ip);
  }
  return sender;
}

/** Returns "203.0.113.1" for "203.0.113.1:4711" and "2001:db8::1" for "[2001:db8::1]:4711". */
function withoutPort(text: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

function addressesIn(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .map((text) => text.trim());
}

/**
 * Returns the senders that Forwarded (RFC 7239) names, and replaces the X-Forwarded-* headers by what the last proxy says
 * about host and protocol. A header that breaks the grammar names nobody, because quotes could hide a proxy's part.
 */
function takeForwarded(headers: IncomingHttpHeaders): string[] {
  for (const name of forwardedHeaders) delete headers[name];
  const elements = parseForwarded(headers.forwarded ?? "");
  const { host, proto } = elements.at(-1) ?? {};
  if (host !== undefined) headers["x-forwarded-host"] = host;
  if (proto !== undefined) headers["x-forwarded-proto"] = proto;
  return elements.map((element) => element.for ?? "");
}

/** A name and a value, a token or a quoted string, and the character that ends them. */
const forwardedPair = /[ \t]*(?:([\w-]+)=(?:([^\s",;=]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(;|,|$)/y;

function parseForwarded(header: string): Record<string, string>[] {
  let element: Record<string, string> = {};
  const elements = [element];
  forwardedPair.lastIndex = 0;
  while (forwardedPair.lastIndex < header.length) {
    const pair = forwardedPair.exec(header);
    if (!pair) return [];
    const [, name, token, quoted = "", end] = pair;
    if (name !== undefined) element[name.toLowerCase()] = token ?? quoted.replace(/\\(.)/g, "$1");
    if (end === ",") elements.push((element = {}));
  }
  return elements;
}

function peerOf({ socket }: IncomingMessage): string {
  return asIpv4(socket.remoteAddress ?? "");
}
