import { createHash } from "node:crypto";
import fc from "fast-check";
import fastify from "fastify";
import { expect, test } from "vitest";
import { findAdditionFault } from "#shop/settings/csp-additions.rules.ts";
import { InlineParts } from "../page-cache/inline-parts.ts";
import { scriptJson } from "../script-json.ts";
import { openSite } from "./allowed-host.ts";
import { contentPolicy, pageSecurityHeaders, type ScriptSettings, securityHeadersHook } from "./security-headers.ts";

const plain: ScriptSettings = {
  extra_script_urls: [],
  extra_script_origins: [],
  csp_additions: [],
  allow_unsafe_eval: "no",
  subscribe_host: "",
};
const settings = (extra: Partial<ScriptSettings>): ScriptSettings => ({ ...plain, ...extra });
const directivesOf = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split("; ").map((one) => [one.split(" ", 1)[0], one.slice(one.indexOf(" ") + 1)]));
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
  for (const directive of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive);
});

test("origins added in the settings are allowed; invalid ones are left out", () => {
  const policy = contentPolicy(
    new InlineParts(),
    settings({
      extra_script_urls: [
        "https://cdn.example/a.js?x=1",
        "https://cdn.example/b.js",
        "https://[",
        "https://*.example/c.js",
      ],
      extra_script_origins: [
        "https://*.tags.example/",
        "x; script-src *",
        "*",
        "'unsafe-inline'",
        "http://tags.example",
        "https://*.example",
      ],
      allow_unsafe_eval: "yes",
    }),
  );
  expect(policy).toContain("script-src 'self' 'unsafe-eval' https://cdn.example https://*.tags.example;");
  expect(policy).toContain("frame-src https://cdn.example https://*.tags.example;");
  expect(policy).not.toMatch(/unsafe-inline|script-src \*/);
});

test("csp_additions add sources to single directives and leave the others alone", () => {
  const parts = new InlineParts();
  parts.style("a{color:red}");
  const hash = `'sha256-${"a".repeat(43)}='`;
  const before = directivesOf(contentPolicy(parts, settings({})));
  const after = directivesOf(
    contentPolicy(
      parts,
      settings({
        csp_additions: [
          `script-src https://s.example ${hash}`,
          `style-src https://c.example ${hash}`,
          "img-src https://i.example  https://*.i.example:8443",
          "img-src https://i.example",
          "font-src https://f.example data:",
          "media-src https://m.example",
          "connect-src https://x.example wss://x.example",
          "frame-src https://p.example",
        ],
      }),
    ),
  );
  expect(after).toEqual({
    ...before,
    "script-src": `${before["script-src"]} https://s.example ${hash}`,
    "style-src": `${before["style-src"]} https://c.example ${hash}`,
    "img-src": `${before["img-src"]} https://i.example https://*.i.example:8443`,
    "font-src": "'self' https://f.example data:",
    "media-src": "'self' https://m.example",
    "connect-src": `${before["connect-src"]} https://x.example wss://x.example`,
    "frame-src": "https://p.example",
  });
});

test("inline styles are opened for elements and attributes apart, without hashes that would disable the opening", () => {
  const parts = new InlineParts();
  parts.style("a{color:red}");
  const hash = `'sha256-${"a".repeat(43)}='`;
  const policyWith = (...csp_additions: string[]) => directivesOf(contentPolicy(parts, settings({ csp_additions })));
  const own = policyWith()["style-src"];
  const inline = policyWith("style-src-elem https://c.example 'unsafe-inline'", "style-src-attr 'unsafe-inline'");
  expect(inline).toMatchObject({
    "style-src": own,
    "style-src-elem": "'self' https://c.example 'unsafe-inline'",
    "style-src-attr": "'unsafe-inline'",
  });
  const hashed = policyWith(`style-src-elem ${hash}`, `style-src-attr ${hash}`);
  expect(hashed).toMatchObject({ "style-src-elem": `${own} ${hash}`, "style-src-attr": `'unsafe-hashes' ${hash}` });
  expect(hashed["script-src"]).toBe(policyWith()["script-src"]);
});

test("additions that the setting refuses are left out of the policy, whatever is stored", () => {
  const directive = fc.constantFrom("script-src", "style-src-attr", "frame-src", "default-src");
  const refused = fc
    .oneof(
      fc.constantFrom("script-src 'unsafe-inline'", "img-src *", "style-src x; script-src *", ""),
      fc.tuple(directive, fc.string()).map((words) => words.join(" ")),
    )
    .filter((line) => findAdditionFault(line) !== undefined);
  const own = contentPolicy(new InlineParts(), plain);
  fc.assert(
    fc.property(fc.array(refused), (csp_additions) => {
      expect(contentPolicy(new InlineParts(), settings({ csp_additions }))).toBe(own);
    }),
  );
});

test("HSTS is sent only over https", () => {
  const sent = pageSecurityHeaders(new InlineParts(), settings({}), { hsts: "max-age=1", hasSecret: false });
  expect(sent[sent.indexOf("strict-transport-security") + 1]).toBe("max-age=1");
  expect(pageSecurityHeaders(new InlineParts(), settings({}), { hsts: null, hasSecret: false })).not.toContain(
    "strict-transport-security",
  );
});

test("a page denies browser features that no shop needs", () => {
  const headers = pageSecurityHeaders(new InlineParts(), settings({}), { hsts: null, hasSecret: false });
  expect(headers[headers.indexOf("permissions-policy") + 1]).toContain("camera=()");
  expect(headers[headers.indexOf("cross-origin-opener-policy") + 1]).toBe("same-origin");
});

test("responses other than pages carry only the headers that apply to them", async () => {
  const app = fastify();
  app.addHook("onRequest", securityHeadersHook(openSite("https://shop.example", "max-age=63072000")));
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

test("the setting HSTS is sent with every response over https, and never over http", async () => {
  const hsts = "max-age=31536000; includeSubDomains; preload";
  const app = fastify();
  app.addHook("onRequest", securityHeadersHook(openSite("https://shop.example", hsts)));
  app.get("/", () => ({}));
  expect((await app.inject("/")).headers["strict-transport-security"]).toBe(hsts);
  const plain = fastify();
  plain.addHook("onRequest", securityHeadersHook(openSite("http://localhost:3000", hsts)));
  plain.get("/", () => ({}));
  expect((await plain.inject("/")).headers["strict-transport-security"]).toBeUndefined();
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
