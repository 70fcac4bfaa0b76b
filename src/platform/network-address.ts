/** Returns an IPv4 address that is mapped to IPv6 ("::ffff:203.0.113.1") as IPv4, and others as they are. */
export function asIpv4(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * Returns the part of an IP address that identifies a visitor: an IPv4 address, or the first 64 bits of an IPv6
 * address, since one customer usually has the whole block.
 */
export function addressPrefix(ip: string): string {
  const address = asIpv4(ip);
  return isIpv6(address) ? firstGroups(address, 4) : address;
}

/** Returns the network around an address: the first 24 bits of IPv4, the first 48 of IPv6; it ends in "/". */
export function networkPrefix(ip: string): string {
  const address = addressPrefix(ip);
  return isIpv6(address) ? `${firstGroups(address, 3)}/` : `${address.split(".").slice(0, 3).join(".")}/`;
}

function isIpv6(address: string): boolean {
  return address.includes(":") && !address.includes(".");
}

/** Returns the first groups of an IPv6 address, in lower case and without leading zeros. */
function firstGroups(address: string, count: number): string {
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => "0");
  return [...groups, ...zeros, ...last]
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
