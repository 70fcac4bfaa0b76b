import { BlockList, isIP } from "node:net";

/** Networks outside the public internet, from IANA's special-purpose registries. */
const special = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Global unicast is 2000::/3; these ranges within it are for tunnels, documentation and tests. */
const specialWithinGlobal = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const special4 = listOf(special, "ipv4");
const global6 = listOf(["2000::/3"], "ipv6");
const special6 = listOf(specialWithinGlobal, "ipv6");

/**
 * Returns whether an IP address is on the public internet: not this machine, its network or a cloud's metadata
 * services. IPv6 addresses that embed an IPv4 address are always refused.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (isIP(plain) === 4) return !special4.check(plain, "ipv4");
  if (isIP(plain) === 6) return global6.check(plain, "ipv6") && !special6.check(plain, "ipv6");
  return false;
}
