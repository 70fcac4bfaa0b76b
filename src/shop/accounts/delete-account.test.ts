import { expect, test } from "vitest";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { deleteAccount } from "./delete-account.ts";
import { hashPassword } from "./password-hash.ts";
import { addUser, findUser } from "./users.ts";

test("a deletion that the database gives up for another transaction is tried again", async () => {
  const { db, pool } = await createTestDatabase();
  const now = new Date("2026-11-21T12:00:00Z");
  const person = { email: "sana@example.com", phone: null, firstName: "Sana", lastName: "Malik" };
  const passwordHash = await hashPassword("correct horse");
  const user = await addUser(db, { ...person, role: "customer", passwordHash }, now);
  // A sequence is not set back with the transaction: the first try alone fails.
  await pool.query(`create sequence tries;
    create function give_up_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception 'given up' using errcode = '40P01'; end if;
      return old; end $$;
    create trigger give_up before delete on users for each row execute function give_up_once()`);
  await deleteAccount(db, user?.id ?? 0, "correct horse", now);
  expect(await findUser(db, user?.id ?? 0)).toBeUndefined();
  expect((await pool.query("select last_value::int as tries from tries")).rows).toEqual([{ tries: 2 }]);
});
