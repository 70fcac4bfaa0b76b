import fc from "fast-check";

const firstSurrogate = 0xd800;
const surrogates = 0x800;
const last = 0x10ffff;

/**
 * Any character of Unicode, as the unit of a string: what fast-check's own unit "binary" is, which writes all of them into a
 * table first, for most of a second.
 */
export const anyCharacter = fc.nat(last - surrogates).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (text) => {
    const code = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
    if (
      code < 0 ||
      String.fromCodePoint(code) !== text ||
      (code >= firstSurrogate && code < firstSurrogate + surrogates)
    )
      throw new TypeError("Not one character");
    return code < firstSurrogate ? code : code - surrogates;
  },
);
