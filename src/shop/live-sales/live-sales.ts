import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";

/** A sale as everybody may see it: nothing in it identifies the buyer or the order. */
export interface LiveSale {
  productId: number;
  /** null: not shown. */
  firstName: string | null;
  place: SalePlace | null;
  soldAt: Date;
}

/** The smallest place that enough buyers share: a city, else its state, else its country. */
export interface SalePlace {
  country: string;
  /** "" if only the country is shown. */
  state: string;
  /** "" if only the state or the country is shown. */
  city: string;
}

export interface LiveSalesRequest {
  since: Date;
  /** Whether first names may be shown. */
  withNames: boolean;
  /** A place that fewer buyers share is not shown, nor a name that fewer buyers from the shown place share. */
  leastBuyers: number;
}

/** Orders whose products are shown. Source: wire notes 13. */
const shownOrders = 10;

/** Products of one order that are shown. */
const shownProducts = 3;

/** The latest orders among which buyers are counted. */
const countedOrders = 5_000;

type Row = {
  productId: number;
  firstName: string | null;
  country: string | null;
  state: string | null;
  city: string | null;
  soldAt: string;
};

/**
 * Lists the products of the latest orders that were confirmed or completed and whose buyers did not object. Buyers are counted
 * by phone number or email address, so that several orders of one person do not make a crowd.
 */
export async function listLiveSales(
  db: Database,
  { since, withNames, leastBuyers }: LiveSalesRequest,
): Promise<LiveSale[]> {
  const { rows } = await executeNamed<Row>(
    db,
    "live_sales",
    sql`with recent as materialized (
        select id, created_at, status, consent, coalesce(nullif(phone, ''), lower(billing ->> 'email')) as buyer,
          billing ->> 'country' as country, billing ->> 'state' as state, lower(billing ->> 'city') as city_key,
          initcap(billing ->> 'city') as city, initcap(split_part(trim(billing ->> 'firstName'), ' ', 1)) as first_name
        from orders where created_at >= ${since.toISOString()}::timestamptz and status in ('processing', 'completed')
          and anonymized_at is null
        order by created_at desc limit ${countedOrders}),
      countries as (select country from recent group by 1 having count(distinct buyer) >= ${leastBuyers}::int),
      states as (
        select country, state from recent where state <> '' group by 1, 2 having count(distinct buyer) >= ${leastBuyers}::int),
      cities as (
        select country, state, city_key from recent where city_key <> '' group by 1, 2, 3
        having count(distinct buyer) >= ${leastBuyers}::int),
      names as (
        select first_name from recent where ${withNames}::boolean and first_name ~ '^[[:alpha:]''-]{2,20}$' group by 1
        having count(distinct buyer) >= ${leastBuyers}::int),
      shown as (
        select * from recent where consent ->> 'liveSales' is distinct from 'false'
        order by created_at desc limit ${shownOrders}),
      lines as (
        select s.*, l.product_id, row_number() over (partition by s.id order by min(l.position)) as place
        from shown s join order_lines l on l.order_id = s.id where l.product_id is not null
        group by s.id, s.created_at, s.status, s.consent, s.buyer, s.country, s.state, s.city_key, s.city, s.first_name, l.product_id)
      select product_id::int as "productId", n.first_name as "firstName", coalesce(t.country, c.country) as country,
        t.state, case when d.city_key is not null then lines.city end as city, lines.created_at as "soldAt"
      from lines
      left join countries c on c.country = lines.country
      left join states t on t.country = lines.country and t.state = lines.state
      left join cities d on d.country = lines.country and d.state = lines.state and d.city_key = lines.city_key
      left join names n on n.first_name = lines.first_name and (
        select count(distinct buyer) from recent r where r.first_name = lines.first_name
          and (coalesce(t.country, c.country) is null or r.country = lines.country)
          and (t.state is null or r.state = t.state) and (d.city_key is null or r.city_key = d.city_key)) >= ${leastBuyers}::int
      where lines.place <= ${shownProducts} order by lines.created_at desc, lines.place`,
  );
  return rows.map(({ productId, firstName, country, state, city, soldAt }) => ({
    productId,
    firstName,
    place: country === null ? null : { country, state: state ?? "", city: city ?? "" },
    soldAt: new Date(soldAt),
  }));
}
