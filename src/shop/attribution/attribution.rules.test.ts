import fc from "fast-check";
import { expect, test } from "vitest";
import { attributionFields, readAttribution } from "./attribution.rules.ts";

const nothing = Object.fromEntries(attributionFields.map((field) => [field, ""])) as Parameters<
  typeof readAttribution
>[0];
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36";

test("reported values are read field by field, with the device type", () => {
  const reported = {
    ...nothing,
    sourceType: "utm",
    utmSource: "newsletter",
    utmTerm: "(none)",
    referrer: "https://news.example/",
    sessionStartTime: "2026-11-21 11:50:00",
    sessionPages: "4",
  };
  expect(readAttribution(reported, phone)).toEqual({
    origin: "Source: Newsletter",
    sourceType: "utm",
    utmSource: "newsletter",
    referrer: "https://news.example/",
    sessionStartTime: "2026-11-21T11:50:00.000Z",
    sessionPages: 4,
    deviceType: "Mobile",
  });
  expect(readAttribution({ ...nothing, sourceType: "typein" }, "Mozilla/5.0 (X11; Linux x86_64)")).toMatchObject({
    deviceType: "Desktop",
  });
});

test("nothing reported gives null", () => {
  expect(readAttribution(nothing, phone)).toBeNull();
  expect(readAttribution({ ...nothing, utmSource: "(none)", referrer: " " }, phone)).toBeNull();
});

test("invalid sources, times and counts are dropped", () => {
  const reported = { ...nothing, sourceType: "magic", sessionStartTime: "2026-13-45 99:00:00", sessionPages: "-1" };
  expect(readAttribution({ ...reported, sessionCount: "1e9" }, phone)).toBeNull();
});

test("a text is cut between characters", () => {
  expect(readAttribution({ ...nothing, utmId: "😀".repeat(200) }, "")).toMatchObject({ utmId: "😀".repeat(127) });
});

test("any report stays within its limits", () => {
  const text = fc.string({ unit: "binary", maxLength: 5000 });
  const reported = fc.record(Object.fromEntries(attributionFields.map((field) => [field, text])));
  fc.assert(
    fc.property(reported, (hostile) => {
      const read = readAttribution(hostile as typeof nothing, phone);
      for (const text of Object.values(read ?? {})) expect(String(text).length).toBeLessThanOrEqual(2000);
    }),
  );
});
