import { hash } from "node:crypto";
import { sql } from "drizzle-orm";
import { currentCursor, readChanges } from "#db/change-log.ts";
import type { Database } from "#db/database.ts";
import type { Amount } from "#platform/money.ts";
import { listStockOf, type StockOf } from "../back-in-stock/stock-of.ts";
import { listProductsToAdd, type ProductToAdd } from "../cart/lines/product-to-add.ts";
import { offerOf } from "../cart/offer.ts";
import { wishedOffer } from "./wished-offer.ts";

/** Owners whose changed lists are looked at in one round. */
const maxOwners = 500;

/** Products read in one statement. */
const productsAtOnce = 200;

/** Possible events since the last round. */
export interface AlertRound {
  /** Where the next round continues in the change log. */
  cursor: string;
  /** Wished products and variations that changed. */
  changed: ReadonlySet<number>;
  /** These, and the products of owners whose lists have changed. */
  productIds: number[];
  /** Owners whose lists have changed. */
  owners: { ownerId: number; version: string }[];
  /** Whether there is more to do than one round holds. */
  isMore: boolean;
}

/**
 * Collects what changed since the last round: few products, found by the change log and by index, however many items there
 * are. If the log no longer goes back that far, all products that somebody watches are looked at.
 */
export async function openAlertRound(db: Database): Promise<AlertRound> {
  const { rows } = await db.execute<{ cursor: string }>(sql`select cursor from wishlist_alert_progress`);
  const [stored] = rows;
  const slice = stored && (await readChanges(db, stored.cursor));
  const cursor = slice?.cursor ?? (await currentCursor(db));
  const owners = await listChangedOwners(db);
  const changed = await listWatched(db, slice && productsOf(slice.changes.flatMap(({ tags }) => tags)));
  const wished = await listWishedBy(
    db,
    owners.map(({ ownerId }) => ownerId),
  );
  const productIds = [...new Set([...changed, ...wished])];
  return {
    cursor,
    changed: new Set(changed),
    productIds,
    owners,
    isMore: (slice?.isMore ?? false) || owners.length === maxOwners,
  };
}

function productsOf(tags: readonly string[]): number[] {
  return tags.flatMap((tag) => (tag.startsWith("product:") ? [Number(tag.slice("product:".length))] : []));
}

async function listChangedOwners(db: Database): Promise<AlertRound["owners"]> {
  const { rows } = await db.execute<{ owner_id: string; version: string }>(sql`
    select a.owner_id, o.version from wishlist_alerts a join wishlist_owners o on o.id = a.owner_id
    where a.confirmed_at is not null and a.checked_version is distinct from o.version limit ${maxOwners}`);
  return rows.map(({ owner_id, version }) => ({ ownerId: Number(owner_id), version }));
}

/** Lists products and variations that somebody watches, of the changed products; undefined: of all. */
async function listWatched(db: Database, changed: readonly number[] | undefined): Promise<number[]> {
  if (changed?.length === 0) return [];
  const ids = sql`${sql.param([...(changed ?? [])])}::bigint[]`;
  const isChanged = changed ? sql`(p.id = any(${ids}) or p.parent_id = any(${ids}))` : sql`true`;
  return idsOf(
    db,
    sql`select p.id from products p where ${isChanged} and (
      exists (select from wishlist_absences b where b.product_id = p.id)
      or exists (select from wishlist_items i join wishlists w on w.id = i.wishlist_id
        join wishlist_alerts a on a.owner_id = w.owner_id and a.confirmed_at is not null where i.product_id = p.id))`,
  );
}

async function listWishedBy(db: Database, ownerIds: readonly number[]): Promise<number[]> {
  if (ownerIds.length === 0) return [];
  return idsOf(
    db,
    sql`select distinct i.product_id as id from wishlists w join wishlist_items i on i.wishlist_id = w.id
      where w.owner_id = any(${sql.param([...ownerIds])}::bigint[])`,
  );
}

async function idsOf(db: Database, statement: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(statement);
  return rows.map(({ id }) => Number(id));
}

/** A wished product that can be bought now. */
export interface PresentOffer {
  productId: number;
  price: Amount;
}

/** Returns which of the products can be bought now, and remembers those that cannot. */
export async function lookAtProducts(
  db: Database,
  productIds: readonly number[],
  { currency }: { currency: string },
  now: Date,
): Promise<PresentOffer[]> {
  const present: PresentOffer[] = [];
  const absent: number[] = [];
  for (let at = 0; at < productIds.length; at += productsAtOnce) {
    const ids = productIds.slice(at, at + productsAtOnce);
    const found = await listProductsToAdd(db, ids);
    for (const productId of ids) {
      const price = presentPrice(found.get(productId), productId, currency, now);
      if (price === null) absent.push(productId);
      else present.push({ productId, price });
    }
  }
  await db.execute(sql`insert into wishlist_absences (product_id, since)
    select id, ${now.toISOString()}::timestamptz from products where id = any(${sql.param(absent)}::bigint[])
    on conflict (product_id) do nothing`);
  return present;
}

/** @returns the lowest price of what can be bought; null if the product is gone, out of stock or without a price */
function presentPrice(found: ProductToAdd | undefined, id: number, currency: string, now: Date): Amount | null {
  if (!found) return null;
  const chosen = found.variations.filter(({ self }) => self.id === id);
  if (id !== found.product.id && chosen.length === 0) return null;
  const parts = chosen.length > 0 ? chosen : found.variations;
  const offers =
    found.type === "variable"
      ? parts.map(({ self }) => offerOf(found.product, self, now))
      : [offerOf(found.product, null, now)];
  const isInStock = offers.some(({ price, stockStatus }) => price !== null && stockStatus !== "outofstock");
  return isInStock ? wishedOffer(found, id, { currency }, now).price : null;
}

const dueItems = (offers: readonly PresentOffer[], currency: string) => sql`
  jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as n("productId" bigint, price bigint)
  join wishlist_items i on i.product_id = n."productId" join wishlists w on w.id = i.wishlist_id
  join wishlist_alerts a on a.owner_id = w.owner_id and a.confirmed_at is not null
  left join wishlist_absences b on b.product_id = i.product_id
  cross join lateral (select i.currency = ${currency} and n.price < coalesce(i.told_price, i.price) as is_cheaper,
    b.id is not null and i.told_absence is distinct from b.id as is_back) as event
  where (event.is_cheaper or event.is_back)`;

/**
 * Lists owners who are to be told something: all about products that changed, those with changed lists about all of theirs.
 */
export async function listOwnersToTell(
  db: Database,
  { changed, owners }: AlertRound,
  offers: readonly PresentOffer[],
  currency: string,
): Promise<number[]> {
  const ownerIds = sql.param(owners.map(({ ownerId }) => ownerId));
  const ofChanged = offers.filter(({ productId }) => changed.has(productId));
  const select = sql`select distinct w.owner_id as id from`;
  const found = [
    ...(ofChanged.length > 0 ? await idsOf(db, sql`${select} ${dueItems(ofChanged, currency)}`) : []),
    ...(owners.length > 0 && offers.length > 0
      ? await idsOf(db, sql`${select} ${dueItems(offers, currency)} and w.owner_id = any(${ownerIds}::bigint[])`)
      : []),
  ];
  return [...new Set(found)];
}

/** The alert for one owner. */
export interface OwnerAlert {
  email: string;
  /** null for guests. */
  userId: number | null;
  stopToken: string;
  /** The same only for the same news. */
  key: string;
  products: AlertedProduct[];
}

export interface AlertedProduct extends StockOf {
  price: Amount;
  /** The price that the owner knows; null if it did not fall. */
  before: Amount | null;
  /** Whether it is back in stock. */
  isBack: boolean;
}

interface ToldRow extends Record<string, unknown> {
  id: string;
  productId: string;
  price: string;
  before: string | null;
  absence: string | null;
}

/**
 * Returns what to tell an owner and records it as told, once: call it in the transaction that writes the mail. It holds the
 * owner's lock, like all changes of lists. Undefined if there is nothing to tell any more.
 */
export async function takeOwnerAlert(
  db: Database,
  ownerId: number,
  offers: readonly PresentOffer[],
  { currency }: { currency: string },
  now: Date,
): Promise<OwnerAlert | undefined> {
  const { rows: owners } = await db.execute<{ email: string; user_id: string | null; stop_token: string }>(sql`
    select coalesce(u.email, a.email) as email, o.user_id, a.stop_token
    from wishlist_owners o join wishlist_alerts a on a.owner_id = o.id left join users u on u.id = o.user_id
    where o.id = ${ownerId} and a.confirmed_at is not null
      and (o.expires_at is null or o.expires_at > ${now.toISOString()}::timestamptz)
    for update of o`);
  const [owner] = owners;
  if (!owner) return undefined;
  const { rows } = await db.execute<ToldRow>(sql`
    with due as (select i.id, i.product_id, n.price, case when event.is_cheaper then coalesce(i.told_price, i.price) end as before,
        case when event.is_back then b.id end as absence
      from ${dueItems(offers, currency)} and w.owner_id = ${ownerId})
    update wishlist_items i set told_price = case when due.before is null then i.told_price else due.price end,
      told_absence = coalesce(due.absence, i.told_absence)
    from due where i.id = due.id
    returning i.id, i.product_id as "productId", due.price, due.before, due.absence`);
  const byProduct = new Map(rows.map((row) => [Number(row.productId), row]));
  const products = (await listStockOf(db, sql`p.id = any(${sql.param([...byProduct.keys()])}::bigint[])`)).flatMap(
    (product) => {
      const row = byProduct.get(product.id);
      const before = row?.before == null ? null : Number(row.before);
      return row ? [{ ...product, price: Number(row.price), before, isBack: row.absence !== null }] : [];
    },
  );
  if (products.length === 0) return undefined;
  const told = rows
    .map(({ id, price, absence }) => `${id}-${price}-${absence ?? ""}`)
    .toSorted()
    .join();
  const { email, user_id, stop_token: stopToken } = owner;
  const key = `wishlist-alert:${ownerId}:${hash("sha256", told).slice(0, 32)}`;
  return { email, userId: user_id === null ? null : Number(user_id), stopToken, key, products };
}

/** Ends a round: forgets absences that have been told, and continues after it next time. */
export async function closeAlertRound(
  db: Database,
  { cursor, changed, owners }: AlertRound,
  present: readonly PresentOffer[],
): Promise<void> {
  // Others stay until their change is read from the log, so that all who wait for them are told.
  const ids = present.map(({ productId }) => productId).filter((id) => changed.has(id));
  await db.execute(sql`delete from wishlist_absences where product_id = any(${sql.param(ids)}::bigint[])`);
  await db.execute(sql`update wishlist_alerts a set checked_version = seen.version
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as seen("ownerId" bigint, version uuid)
    where a.owner_id = seen."ownerId"`);
  await db.execute(sql`insert into wishlist_alert_progress (cursor) values (${cursor})
    on conflict (id) do update set cursor = excluded.cursor`);
}
