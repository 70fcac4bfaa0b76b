import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { contains, type GivenOrder, givenOrder, isAmong, isNotAmong, type ListPage, readPage } from "#db/read-page.ts";
import { slugOfAccount } from "../content/editing/author-of-person.ts";
import { grantedRole } from "./second-factor/lacks-second-factor.ts";
import type { Role } from "./user.ts";

/** An account, an author, or both: authors of an old site may have no account. Their ids never meet. */
export interface Person {
  id: number;
  /** Published with articles; of others the whole name. "" if there is none. */
  name: string;
  slug: string;
  /** The person's own site; "" for none. */
  url: string;
  /** Plain text. */
  description: string;
  /** Null: no account. */
  account: {
    email: string;
    firstName: string;
    lastName: string;
    role: Role;
    /** What it acts as now: a member of staff who lacks the required second factor is a customer. */
    grantedRole: Role;
    /** ISO 8601. */
    createdAt: string;
  } | null;
  /** Whether published articles name the person. */
  isPublic: boolean;
}

export type PersonOrder = GivenOrder | "id" | "name" | "slug" | "registered_date";

export interface PeopleFilter {
  /** Only those whom published articles name. */
  isPublic: boolean;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[];
  slugs?: readonly string[] | undefined;
  roles?: readonly Role[] | undefined;
  orderBy: PersonOrder;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

const from = sql`(
  select users.id, coalesce(w.name, btrim(first_name || ' ' || last_name)) as name, coalesce(w.slug, ${slugOfAccount}) as slug,
    coalesce(w.url, '') as url, coalesce(w.bio, '') as description, created_at,
    json_build_object('email', email, 'firstName', first_name, 'lastName', last_name, 'role', role, 'grantedRole', ${grantedRole},
      'createdAt', created_at) as account,
    role
  from users left join authors w on w.user_id = users.id
  union all
  select w.id, w.name, w.slug, w.url, w.bio, null, null, null from authors w where w.user_id is null
) p`;

const isPublic = (now: Date) => sql`exists (select from articles a join authors w on w.id = a.author_id
  where coalesce(w.user_id, w.id) = p.id and a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz)`;

const columns = (now: Date) => sql`p.id::float8 as id, p.name, p.slug, p.url, p.description, p.account,
  ${isPublic(now)} as "isPublic"`;

/** Lists people, in one statement. Public searches match the published name only; others match the email address too. */
export async function listPeople(db: Database, filter: PeopleFilter, now: Date): Promise<ListPage<Person>> {
  const { search = "", include, exclude = [], slugs, roles, limit, offset } = filter;
  const isFound = contains(filter.isPublic ? sql`p.name` : sql`concat_ws(' ', p.name, p.account ->> 'email')`, search);
  return readPage<Person & Record<string, unknown>>(db, {
    columns: columns(now),
    from,
    where: [
      filter.isPublic ? isPublic(now) : undefined,
      isFound,
      isAmong(sql`p.id`, include),
      isNotAmong(sql`p.id`, exclude),
      slugs && sql`p.slug = any(${sql.param([...slugs])}::text[])`,
      roles && sql`p.role = any(${sql.param([...roles])}::text[])`,
    ],
    order: orderOf(filter),
    limit,
    offset,
  });
}

/** Reads people by their ids, in any order, in one statement. */
export async function readPeople(db: Database, ids: readonly number[], now: Date): Promise<Person[]> {
  const { rows } = await db.execute<Person & Record<string, unknown>>(
    sql`select ${columns(now)} from ${from} where ${isAmong(sql`p.id`, ids)}`,
  );
  return rows;
}

function orderOf(filter: PeopleFilter): SQL {
  const { orderBy, order } = filter;
  if (orderBy === "include" || orderBy === "include_slugs") return givenOrder(sql`p`, orderBy, filter);
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const columnOf: Readonly<Record<Exclude<PersonOrder, GivenOrder>, SQL>> = {
    id: sql`p.id`,
    name: sql`lower(p.name)`,
    slug: sql`p.slug`,
    registered_date: sql`p.created_at`,
  };
  return sql`${columnOf[orderBy]} ${direction}, p.id ${direction}`;
}
