import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

const ports = ["80", "443", "8080"];

/** Returns why nothing is fetched from an address, as far as it says so itself; undefined if it may be. */
export function addressProblem(address: string): string | undefined {
  const problem = spellingProblem(address);
  if (problem !== undefined) return problem;
  const { port, hostname } = new URL(address);
  if (port !== "" && !ports.includes(port))
    return `port ${port} is not allowed: only ${ports.slice(0, -1).join(", ")} and ${ports.at(-1)} are, so that only web servers are contacted`;
  const host = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);
  return isPrivate ? notPublic : undefined;
}

/** Returns what is wrong with an address wherever it leads. */
export function spellingProblem(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return "its address is not http or https";
  return url.username || url.password ? "its address has a password in it" : undefined;
}

export const notPublic = "its address is not on the public internet";
