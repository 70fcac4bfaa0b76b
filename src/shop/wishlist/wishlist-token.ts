import { randomInt } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const characters = `${letters}0123456789`;

/**
 * Returns an unguessable token of twelve capital letters and digits (62 bits). The first is a letter other than E, because
 * clients of the protocol take digits, and forms such as 12E45, for a list's number. Source: wire notes 1.10.
 */
export function newWishlistToken(): string {
  const first = letters.replace("E", "");
  const rest = Array.from({ length: 11 }, () => characters[randomInt(characters.length)]);
  return (first[randomInt(first.length)] ?? "A") + rest.join("");
}
