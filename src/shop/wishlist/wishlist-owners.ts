import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { arrayOf, prepared } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { wishlistItems, wishlistOwners, wishlists } from "#db/tables/wishlists.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { isShown } from "./wished-products.ts";
import { stricterOf, wishlistLimits } from "./wishlist.rules.ts";
import type { AlertState, OwnerKey, OwnWishlists, Wishlist, WishlistSummary } from "./wishlist.ts";

/** How long (ms) a guest's lists are kept after the last visit. */
export const guestLifetimeMs = 30 * 86_400_000;

/** How old (ms) a visit must be before another one renews the lifetime. */
const renewedAfterMs = 86_400_000;

/** The lists of an owner as they were read. */
export interface FoundWishlists extends OwnWishlists {
  /** The products of all items, for variations their parents: also of items that are not shown now. */
  productIds: readonly number[];
  /** Whether the guest's cookie is to be sent again. */
  isRenewed: boolean;
}

const { userId, guestHash, expiresAt, version } = wishlistOwners;

/** An owner to find. */
interface Wanted {
  key: number | Buffer;
  now: Date;
  /** The version that the caller has read before. */
  known: string | null;
}

interface OwnerRow {
  ownerId: number;
  version: string;
  expiresAt: Date | null;
  alerts: AlertState | null;
  /** null if the owner has the known version. */
  lists: ListRow[] | null;
}

type OwnerKind = "user" | "guest";

const batchers: Readonly<Record<OwnerKind, WeakMap<Database, QueryBatcher<Wanted, OwnerRow | undefined>>>> = {
  user: new WeakMap(),
  guest: new WeakMap(),
};

/**
 * Finds all lists of an owner with the ids of their shown items; undefined for owners without any, and for guests whose lists
 * have expired. One statement, which concurrent requests share; for guests a second one once a day, which renews the lifetime.
 * @param known the lists as read before: if their version is still the same, they are not read again
 */
export async function findWishlists(
  db: Database,
  key: OwnerKey,
  now: Date,
  known?: FoundWishlists,
): Promise<FoundWishlists | undefined> {
  const row = await batcherOf(db, "userId" in key ? "user" : "guest").load({
    key: "userId" in key ? key.userId : key.guestHash,
    now,
    known: known?.version ?? null,
  });
  if (!row) return undefined;
  const { ownerId, alerts: state } = row;
  const isOld = row.expiresAt !== null && row.expiresAt.getTime() < now.getTime() + guestLifetimeMs - renewedAfterMs;
  if (isOld) await renewGuest(db, ownerId, now);
  const read = known && row.lists === null ? known : readLists(row.lists ?? []);
  return { ...read, ownerId, version: row.version, alerts: state ?? "off", isRenewed: isOld };
}

function batcherOf(db: Database, kind: OwnerKind): QueryBatcher<Wanted, OwnerRow | undefined> {
  let batcher = batchers[kind].get(db);
  if (!batcher) batchers[kind].set(db, (batcher = new QueryBatcher((wanted) => findOwners(db, kind, wanted))));
  return batcher;
}

/** Returns a row for each owner, in the same order. */
async function findOwners(db: Database, kind: OwnerKind, wanted: readonly Wanted[]): Promise<(OwnerRow | undefined)[]> {
  const [type, column] = kind === "user" ? (["bigint", userId] as const) : (["bytea", guestHash] as const);
  const query = prepared(db, `wishlists_of_${kind}s`, (db, name) =>
    db
      .select({ place, ownerId: wishlistOwners.id, version, expiresAt, alerts, lists: listsUnlessKnown })
      .from(
        sql`unnest(${arrayOf("keys", type)}, ${arrayOf("known", "uuid")}) with ordinality as wanted (key, known, place)`,
      )
      .innerJoin(wishlistOwners, sql`${column} = wanted.key`)
      .where(kind === "guest" ? sql`${expiresAt} > ${sql.placeholder("now")}` : undefined)
      .prepare(name),
  );
  const rows = await query.execute({
    keys: wanted.map(({ key }) => key),
    known: wanted.map(({ known }) => known),
    ...(kind === "guest" && { now: wanted.at(-1)?.now }),
  });
  const found: (OwnerRow | undefined)[] = wanted.map(() => undefined);
  for (const { place, ...row } of rows) found[place - 1] = row;
  return found;
}

const place = sql<number>`wanted.place`;

const alerts = sql<AlertState | null>`(select case when confirmed_at is null then 'waiting' else 'on' end
  from wishlist_alerts where owner_id = wishlist_owners.id)`;

interface ListRow extends Omit<Wishlist, "createdAt"> {
  createdAt: string;
  /** `productId` is a product or variation, `parentId` the product. */
  items: readonly (readonly [itemId: number, productId: number, parentId: number, isShown: boolean])[];
}

const listsUnlessKnown = sql<ListRow[] | null>`case when ${version} = wanted.known then null else coalesce((
  select json_agg(json_build_object('id', l.id, 'token', l.token, 'name', l.name, 'privacy', l.privacy,
    'isDefault', l.is_default, 'createdAt', l.created_at, 'items', coalesce((
      select json_agg(json_build_array(i.id, i.product_id, p.id, ${isShown}) order by i.position, i.id desc)
      from wishlist_items i join products w on w.id = i.product_id join products p on p.id = coalesce(w.parent_id, w.id)
      where i.wishlist_id = l.id), '[]'::json))
    order by l.is_default desc, l.id)
  from wishlists l where l.owner_id = wishlist_owners.id), '[]'::json) end`;

function readLists(rows: readonly ListRow[]) {
  const lists = rows.map(
    ({ createdAt, items, ...list }): WishlistSummary => ({
      ...list,
      createdAt: new Date(createdAt),
      items: items.filter(([, , , isShown]) => isShown).map(([itemId, productId]) => ({ itemId, productId })),
    }),
  );
  const itemIds = new Map<number, number>();
  for (const { items } of lists)
    for (const { productId, itemId } of items) if (!itemIds.has(productId)) itemIds.set(productId, itemId);
  const productIds = [...new Set(rows.flatMap(({ items }) => items.map(([, , parentId]) => parentId)))];
  return { lists, itemIds, productIds };
}

/** Starts an owner without lists, if there is none with this key. @returns its id */
export async function startOwner(db: Database, key: OwnerKey, now: Date): Promise<number> {
  const until = new Date(now.getTime() + guestLifetimeMs);
  const [started] = await db
    .insert(wishlistOwners)
    .values("userId" in key ? key : { ...key, expiresAt: until })
    .onConflictDoUpdate({
      target: "userId" in key ? userId : guestHash,
      set: { version: sql`gen_random_uuid()` },
    })
    .returning({ id: wishlistOwners.id });
  if (!started) throw new Error("A wishlist owner was not created");
  return started.id;
}

async function renewGuest(db: Database, ownerId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + guestLifetimeMs);
  await db.update(wishlistOwners).set({ expiresAt: until }).where(eq(wishlistOwners.id, ownerId));
}

/**
 * Runs `change` in a transaction that holds the owner's lock, so that changes of one owner's lists happen one after the
 * other. @throws Refusal wishlist_unknown if the owner is gone
 */
export async function changeWishlists<T>(
  db: Database,
  ownerId: number,
  change: (db: Database) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (db) => {
    const [owner] = await db
      .update(wishlistOwners)
      .set({ version: sql`gen_random_uuid()` })
      .where(eq(wishlistOwners.id, ownerId))
      .returning({ id: wishlistOwners.id });
    if (!owner) throw new Refusal("wishlist_unknown");
    return change(db);
  });
}

/**
 * Gives a guest's lists to a user who signs in. The guest's default list is merged into the user's, without doubles, if it has
 * no name; other lists are kept, as far as a user can have so many. Repeating it, also at the same time, has no effect.
 * @returns whether there was something to give
 */
export async function takeGuestWishlists(db: Database, guest: Buffer, user: number, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    // The guest's row before the user's, always: two sign-ins with one cookie cannot wait for each other.
    const [own] = await db
      .select({ id: wishlistOwners.id })
      .from(wishlistOwners)
      .where(and(eq(guestHash, guest), sql`${expiresAt} > ${now.toISOString()}::timestamptz`))
      .for("update");
    if (!own) return false;
    const target = await startOwner(db, { userId: user }, now);
    await mergeDefault(db, own.id, target);
    await mergeExcess(db, own.id, target);
    await takeAlerts(db, own.id, target);
    await db.execute(sql`insert into wishlist_wishes (owner_id, product_id, wished_at)
      select ${target}, product_id, wished_at from wishlist_wishes where owner_id = ${own.id}
      on conflict (owner_id, product_id) do update set wished_at = least(wishlist_wishes.wished_at, excluded.wished_at)`);
    await db.update(wishlists).set({ ownerId: target }).where(eq(wishlists.ownerId, own.id));
    await db.delete(wishlistOwners).where(eq(wishlistOwners.id, own.id));
    return true;
  });
}

/** A guest who wanted mails about wished products gets them as a user, at the account's address. */
async function takeAlerts(db: Database, from: number, to: number): Promise<void> {
  await db.execute(sql`update wishlist_alerts set owner_id = ${to}, email = null, checked_version = null
    where owner_id = ${from} and confirmed_at is not null
      and not exists (select from wishlist_alerts own where own.owner_id = ${to})`);
}

/**
 * Merges one owner's default list into the other's and deletes it. The result is seen by nobody who could not see both. A
 * list stays one of its own if it has a name or there is no target, and with the items that do not fit.
 */
async function mergeDefault(db: Database, from: number, to: number): Promise<void> {
  const found = await db
    .select()
    .from(wishlists)
    .where(and(inArray(wishlists.ownerId, [from, to]), eq(wishlists.isDefault, true)));
  const source = found.find(({ ownerId }) => ownerId === from);
  const target = found.find(({ ownerId }) => ownerId === to);
  if (!source || !target) return;
  const isMerged = source.name === "" && (await moveFitting(db, source.id, target.id));
  if (source.name === "") {
    const privacy = stricterOf(source.privacy, target.privacy);
    await db.update(wishlists).set({ privacy }).where(eq(wishlists.id, target.id));
  }
  if (isMerged) await db.delete(wishlists).where(eq(wishlists.id, source.id));
  else {
    const name = source.name || source.createdAt.toISOString().slice(0, 10);
    await db.update(wishlists).set({ isDefault: false, name }).where(eq(wishlists.id, source.id));
  }
}

/**
 * Merges so many of one owner's newest lists into the other's default list that together they have no more than allowed.
 * Items that do not fit are lost. The result is seen by nobody who could not see all of them.
 */
async function mergeExcess(db: Database, from: number, to: number): Promise<void> {
  const excess = (await db.$count(wishlists, inArray(wishlists.ownerId, [from, to]))) - wishlistLimits.maxLists;
  if (excess <= 0) return;
  const [target] = await db
    .select()
    .from(wishlists)
    .where(and(eq(wishlists.ownerId, to), eq(wishlists.isDefault, true)));
  if (!target) return;
  const merged = await db
    .select()
    .from(wishlists)
    .where(eq(wishlists.ownerId, from))
    .orderBy(desc(wishlists.id))
    .limit(excess);
  for (const { id } of merged) await moveFitting(db, id, target.id);
  const privacy = merged.reduce((strictest, list) => stricterOf(strictest, list.privacy), target.privacy);
  await db.update(wishlists).set({ privacy }).where(eq(wishlists.id, target.id));
  const ids = merged.map(({ id }) => id);
  await db.delete(wishlists).where(inArray(wishlists.id, ids));
}

/** Moves the items of a list into another one as far as they fit, without doubles. @returns whether none is left */
async function moveFitting(db: Database, from: number, to: number): Promise<boolean> {
  await db.execute(sql`delete from wishlist_items where wishlist_id = ${from}
    and product_id in (select product_id from wishlist_items where wishlist_id = ${to})`);
  await db.execute(sql`update wishlist_items set wishlist_id = ${to} where id in (
    select id from wishlist_items where wishlist_id = ${from} order by position, id desc
    limit greatest(0, ${wishlistLimits.maxItems}::int - (select count(*) from wishlist_items where wishlist_id = ${to})))`);
  const left = await db.$count(wishlistItems, eq(wishlistItems.wishlistId, from));
  return left === 0;
}

/** Deletes at most `limit` guests whose lists have expired. @returns the number deleted */
export async function deleteExpiredWishlists(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from wishlist_owners where id in (
    select id from wishlist_owners where expires_at <= ${now.toISOString()}::timestamptz
    order by expires_at limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
