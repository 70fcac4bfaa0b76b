import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";

test("authors and users get ids from one sequence, and articles keep their authors", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`alter table authors alter column id drop default;
    insert into authors (id, slug, name) values (1, 'sana', 'Sana'), (2, 'ali', 'Ali');
    alter table authors alter column id add generated always as identity (start 3);
    insert into users (email, email_key, password_hash, password_changed_at, created_at)
      select e, e, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo', now(), now() from unnest('{a@x,b@x,c@x}'::text[]) e;
    insert into articles (type, slug, title, author_id) values ('post', 'a', 'A', 1), ('post', 'b', 'B', 2)`);
  await pool.query(await readFile(new URL("migrations/0057_ids_of_authors.sql", import.meta.url), "utf8"));
  await pool.query("insert into authors (slug, name) values ('new', 'New')");
  const { rows } = await pool.query(
    `select a.slug, w.name from articles a join authors w on w.id = a.author_id order by a.slug`,
  );
  expect(rows).toEqual([
    { slug: "a", name: "Sana" },
    { slug: "b", name: "Ali" },
  ]);
  const { rows: people } = await pool.query(
    "select count(*)::int, count(distinct id)::int as ids from (select id from users union all select id from authors) p",
  );
  expect(people).toEqual([{ count: 6, ids: 6 }]);
});

test("authors' names of articles become authors, each with a slug of its own, and pages take no comments", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`drop table article_revisions, moved_addresses;
    drop trigger articles_added_audited on articles;
    drop trigger articles_changed_audited on articles;
    drop trigger topics_added_audited on topics;
    drop trigger topics_changed_audited on topics;
    drop trigger topics_removed_audited on topics;
    drop trigger articles_removed_audited on articles;
    drop trigger articles_revised on articles;
    alter table articles drop column author_id, drop column format, drop column is_sticky, drop column comments_open,
      drop column parent_id, drop column source_id, add column author text not null default '';
    drop table authors;
    drop index articles_media, articles_of_topic, topics_parent;
    alter table topics drop column description, drop column parent_id, drop constraint topics_id_kind_key;
    insert into articles (type, slug, title, author) values ('post', 'a', 'A', 'Dr. Sana Malik'), ('post', 'b', 'B', 'Dr Sana Malik'),
      ('post', 'c', 'C', 'Dr. Sana Malik'), ('page', 'd', 'D', ''), ('post', 'e', 'E', '!')`);
  await pool.query(await readFile(new URL("migrations/0029_journal.sql", import.meta.url), "utf8"));
  const { rows } =
    await pool.query(`select a.slug, w.name, w.slug ~ '^(dr-sana-malik(-[0-9a-f]{8})?|author)$' as fits, comments_open
    from articles a left join authors w on w.id = a.author_id order by a.slug`);
  expect(rows).toEqual([
    { slug: "a", name: "Dr. Sana Malik", fits: true, comments_open: true },
    { slug: "b", name: "Dr Sana Malik", fits: true, comments_open: true },
    { slug: "c", name: "Dr. Sana Malik", fits: true, comments_open: true },
    { slug: "d", name: null, fits: null, comments_open: false },
    { slug: "e", name: "!", fits: true, comments_open: true },
  ]);
});

test("an account's two authors become one, with the articles of both", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`drop trigger articles_added_audited on articles;
    drop trigger topics_added_audited on topics;
    drop trigger topics_changed_audited on topics;
    drop trigger topics_removed_audited on topics;
    drop trigger reviews_changed_audited on reviews;
    drop trigger reviews_removed_audited on reviews;
    drop index authors_user;
    create index authors_user on authors (user_id);
    insert into users (id, email, email_key, password_hash, password_changed_at, created_at)
      overriding system value values (1000, 'a@x', 'a@x', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo', now(), now());
    insert into authors (id, slug, name, user_id)
      values (1001, 'sana', 'Sana', 1000), (1002, 'sana-2', 'Sana', 1000), (1003, 'ali', 'Ali', null), (1004, 'omar', 'Omar', null);
    insert into articles (type, slug, title, author_id)
      values ('post', 'a', 'A', 1001), ('post', 'b', 'B', 1002), ('post', 'c', 'C', 1003)`);
  await pool.query(await readFile(new URL("migrations/0063_authors_and_audit.sql", import.meta.url), "utf8"));
  const { rows } = await pool.query("select slug, author_id::int as author from articles order by slug");
  expect(rows).toEqual([
    { slug: "a", author: 1001 },
    { slug: "b", author: 1001 },
    { slug: "c", author: 1003 },
  ]);
  expect((await pool.query("select slug from authors order by id")).rows.map(({ slug }) => slug)).toEqual([
    "sana",
    "ali",
    "omar",
  ]);
});
