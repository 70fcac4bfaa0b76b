import { useId, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LocaleContext, useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import type { IslandDefinition } from "../client/islands/island.ts";
import { localeOf } from "../layout/fragments/locale-of.ts";
import { Island } from "./island.tsx";

interface WishProps {
  name: string;
  price: number;
}

function Wish({ name, price }: WishProps) {
  const { t } = useLocale();
  const [count] = useState(2);
  return (
    <form id={useId()}>
      {name} {count} <Money amount={price} />
      <button type="submit">{t("shell.quantity.more")}</button>
    </form>
  );
}

const wish = {
  name: "wish",
  messages: ["shell.quantity.more"],
  Component: Wish,
} as const satisfies IslandDefinition<WishProps>;

function render(island: IslandDefinition<WishProps>, name = "Zinc"): string {
  const locale = localeOf("en", { code: "PKR", symbol: "Rs", minorUnit: 0 }, "Asia/Karachi");
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <p>before</p>
      <Island island={island} props={{ name, price: 2999 }} />
      <Wish name="outside" price={1} />
    </LocaleContext>,
  );
}

/** Returns the island's data as the browser reads it. */
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? "");

test("an island is rendered in the page's locale, ready to be hydrated, without disturbing its surroundings", () => {
  const html = render(wish);
  expect(html).toContain('<p>before</p><shop-island data-island="wish"><script');
  expect(html).toContain('<div><form id="_wishR_0_">Zinc<!-- --> <!-- -->2<!-- --> <span');
  expect(html).toMatch(/<\/div><\/shop-island><form id="_R_\w*_">outside 2 <span/);
  expect(html).toContain("2,999");
});

test("its data are the props, the locale and only the messages that it names", () => {
  expect(dataIn(render(wish))).toEqual({
    locale: {
      lang: "en",
      dir: "ltr",
      currency: { code: "PKR", symbol: "Rs", minorUnit: 0 },
      timeZone: "Asia/Karachi",
      messages: { "shell.quantity.more": [expect.any(String)] },
    },
    props: { name: "Zinc", price: 2999 },
  });
});

test("hostile props end neither the data nor the HTML", () => {
  const hostile = '</script><script>alert(1)</script><!-- " \u2028 &lt;';
  const html = render(wish, hostile);
  expect(dataIn(html)).toMatchObject({ props: { name: hostile } });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain("<!-- &quot;");
});

test("a message that the island does not name fails on the server", () => {
  expect(() => render({ ...wish, messages: [] })).toThrow("does not name the message shell.quantity.more");
});
