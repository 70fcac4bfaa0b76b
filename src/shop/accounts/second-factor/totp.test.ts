import { expect, test } from "vitest";
import { codeOf, otpauthLink, stepOf, toBase32 } from "./totp.ts";

/** RFC 6238, appendix B: the secret of its test vectors for SHA-1. */
const secret = toBase32(Buffer.from("12345678901234567890"));
const at = (seconds: number) => new Date(seconds * 1000);

test("codes equal the last six digits of RFC 6238's test vectors", () => {
  const vectors = {
    59: "287082",
    1111111109: "081804",
    1111111111: "050471",
    1234567890: "005924",
    2000000000: "279037",
    20000000000: "353130",
  };
  const codes = Object.keys(vectors).map((seconds) => codeOf(secret, Math.floor(Number(seconds) / 30)));
  expect(codes).toEqual(Object.values(vectors));
});

test("a code is accepted in its step and its neighbours, and in no other", () => {
  const step = Math.floor(1234567890 / 30);
  const found = [-2, -1, 0, 1, 2].map((away) => stepOf(secret, "005924", at((step + away) * 30)));
  expect(found).toEqual([undefined, step, step, step, undefined]);
  for (const code of ["", "05924", "0005924", "00592４", "abcdef"])
    expect(stepOf(secret, code, at(1234567890))).toBeUndefined();
});

test("secrets are in the base 32 of RFC 4648, without padding", () => {
  expect(["", "f", "fo", "foo", "foobar"].map((text) => toBase32(Buffer.from(text)))).toEqual([
    "",
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YTBOI",
  ]);
});

test("the app's link names the shop and the account", () => {
  expect(otpauthLink("MZXW6", "Deodar & Co", "sana@example.com")).toBe(
    "otpauth://totp/Deodar%20%26%20Co:sana%40example.com?secret=MZXW6&issuer=Deodar%20%26%20Co",
  );
});
