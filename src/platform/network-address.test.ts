import { expect, test } from "vitest";
import { addressPrefix, networkPrefix } from "./network-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7", "203.0.113/"],
  ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113/"],
  ["2001:DB8:0001:2::7", "2001:db8:1:2", "2001:db8:1/"],
  ["2001:db8::1", "2001:db8:0:0", "2001:db8:0/"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1/"],
  ["::1", "0:0:0:0", "0:0:0/"],
])("%s counts as %s in the network %s", (ip, address, network) => {
  expect([addressPrefix(ip), networkPrefix(ip)]).toEqual([address, network]);
});
