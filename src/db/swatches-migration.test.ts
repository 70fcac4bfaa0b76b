import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";

test("swatches of the setting move to the values of attributes, and the setting says how attributes are shown", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`alter table attribute_values drop column colour, drop column media_id;
    insert into attributes (slug, name) values ('flavour', 'Flavour'), ('lid', 'Lid');
    insert into attribute_values (attribute_id, slug, name)
      select id, value, value from attributes, unnest(array['mango', 'plain', 'mint']) value where slug = 'flavour';
    insert into media (id, content_hash, file, media_type, width, height, byte_size, renditions)
      values (7, repeat('a', 64), '2026/a.jpg', 'image/jpeg', 9, 9, 9, '[{"file": "2026/a-400.webp"}]');`);
  const before = [
    { attribute: "pa_pack", isPack: true },
    {
      attribute: "pa_flavour",
      swatches: { mango: "#FFB000", plain: "/media/2026/a-400.webp", mint: "/media/gone.jpg" },
    },
    { attribute: "box", swatches: {} },
  ];
  await pool.query("insert into settings (key, value) values ('choice_buttons', $1)", [JSON.stringify(before)]);
  await pool.query(await readFile(new URL("migrations/0021_swatches.sql", import.meta.url), "utf8"));
  const values = await pool.query("select slug, colour, media_id::int from attribute_values order by id");
  expect(values.rows).toEqual([
    { slug: "mango", colour: "#ffb000", media_id: null },
    { slug: "plain", colour: null, media_id: 7 },
    { slug: "mint", colour: null, media_id: null },
  ]);
  const { rows } = await pool.query("select value from settings where key = 'choice_buttons'");
  expect(rows[0]?.value).toEqual([
    { attribute: "pa_pack", as: "pills", isPack: true },
    { attribute: "pa_flavour", as: "swatches" },
    { attribute: "box", as: "swatches" },
  ]);
});
