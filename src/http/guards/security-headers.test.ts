import { createHash } from "node:crypto";
import fc from "fast-check";
import fastify from "fastify";
import { expect, test } from "vitest";
import { InlineParts } from "../page-cache/inline-parts.ts";
import { scriptJson } from "../script-json.ts";
import { openSite } from "./allowed-host.ts";
import { contentPolicy, pageSecurityHeaders, type ScriptSettings, securityHeadersHook } from "./security-headers.ts";

const plain: ScriptSettings = { extra_script_urls: [], extra_script_origins: [], allow_unsafe_eval: "no" };
const settings = (extra: Partial<ScriptSettings>): ScriptSettings => ({ ...plain, ...extra });
const textOf = (tag: string) => tag.replace(/^<[^>]*>|<[^>]*>$/g, "");

test("the policy allows the page's own inline scripts and styles and no others", () => {
  const parts = new InlineParts();
  const tag = parts.script("start();\r\nstop();", { id: "first" });
  const style = parts.style("a{color:red}");
  const policy = contentPolicy(parts, settings({}));
  for (const text of [textOf(tag), textOf(style)])
    expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  expect(tag).toBe('<script id="first">start();\nstop();</script>');
  expect(policy).not.toContain("unsafe");
  for (const directive of ["object-src 'none'", "base-uri 'self'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive);
});

test("origins added in the settings are allowed; invalid ones are left out", () => {
  const policy = contentPolicy(
    new InlineParts(),
    settings({
      extra_script_urls: ["https://cdn.example/a.js?x=1", "https://cdn.example/b.js", "https://["],
      extra_script_origins: ["https://*.tags.example/", "x; script-src *", "*", "'unsafe-inline'"],
      allow_unsafe_eval: "yes",
    }),
  );
  expect(policy).toContain("script-src 'self' 'unsafe-eval' https://cdn.example https://*.tags.example;");
  expect(policy).toContain("frame-src https://cdn.example https://*.tags.example;");
  expect(policy).not.toMatch(/unsafe-inline|script-src \*/);
});

test("HSTS is sent only over https", () => {
  expect(pageSecurityHeaders(new InlineParts(), settings({}), true)).toContain("strict-transport-security");
  expect(pageSecurityHeaders(new InlineParts(), settings({}), false)).not.toContain("strict-transport-security");
});

test("a page denies browser features that no shop needs", () => {
  const headers = pageSecurityHeaders(new InlineParts(), settings({}), true);
  expect(headers[headers.indexOf("permissions-policy") + 1]).toContain("camera=()");
  expect(headers[headers.indexOf("cross-origin-opener-policy") + 1]).toBe("same-origin");
});

test("responses other than pages carry only the headers that apply to them", async () => {
  const app = fastify();
  app.addHook("onRequest", securityHeadersHook(openSite("https://shop.example")));
  app.get("/", () => ({}));
  const { headers } = await app.inject("/");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "strict-transport-security": "max-age=63072000",
  });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
  expect(headers["permissions-policy"]).toBeUndefined();
});

test("text that could end its element is rejected", () => {
  const parts = new InlineParts();
  for (const text of ["a</script>", "a</SCRIPT ", "<!-- a", "<script>"])
    expect(() => parts.script(text)).toThrow("script tags");
  expect(() => parts.style("a</style>")).toThrow("style tags");
  expect(() => parts.assign({ "a;alert(1)": 1 })).toThrow("variable");
});

test("data never ends its script element early, and scripts read back the same data", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("</script>", "<!--", "\u2028", "&lt;", ""), (value, nasty) => {
      const given = { value, nasty };
      const text = scriptJson(given);
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(given)));
      new InlineParts().assign({ given });
    }),
  );
  expect(scriptJson(undefined)).toBe("null");
});
