import { expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();

const post = (productId: number, given: Record<string, string> = {}) => {
  const fields = { comment: "Tastes like mornings at home", rating: "5", comment_post_ID: String(productId) };
  const shownAt = String(shop.time - 60_000);
  const person = { "user-agent": "Mozilla/5.0" };
  return shop.browser.post(routes.postComment(), { ...fields, comment_parent: "0", ak_js: shownAt, ...given }, person);
};
const stored = async (productId: number) =>
  (
    await shop.database.pool.query(
      `select author_name as author, rating, status, is_verified as verified, is_staff as staff from reviews
        where product_id = $1 order by id`,
      [productId],
    )
  ).rows;
const reviewsOf = async (slug: string) => {
  const { body } = await shop.browser.get(routes.product(slug));
  return body.slice(body.indexOf('id="reviews"'), body.indexOf('id="questions"'));
};

test("where only buyers can review, a signed-in customer can once an order is processed", async () => {
  await setSetting(shop.database.db, "review_verified_only", "yes");
  await setSetting(shop.database.db, "review_moderation", "none");
  await shop.addSignedInUser();
  const { id } = await shop.order();
  const { rows } = await shop.database.pool.query<{ id: number; slug: string }>(
    "select p.id, p.slug from order_lines l join products p on p.id = l.product_id where l.order_id = $1",
    [id],
  );
  const [{ id: productId, slug } = { id: 0, slug: "" }] = rows;
  const setStatus = (status: string) =>
    shop.database.pool.query("update orders set status = $1 where id = $2", [status, id]);
  await setStatus("pending");
  const closed = await reviewsOf(slug);
  expect(closed).toContain("Only signed-in customers who bought this product can review it.");
  expect(closed).not.toContain(">Sign in</a>");
  expect((await post(productId)).statusCode).toBe(403);
  await setStatus("processing");
  const open = await reviewsOf(slug);
  expect(open).toContain('id="commentform"');
  expect(open).not.toContain('name="author"');
  expect((await post(productId)).statusCode).toBe(302);
  expect(await stored(productId)).toEqual([
    { author: "Sana M.", rating: 5, status: "approved", verified: true, staff: false },
  ]);
});

test("where only buyers can review, staff who still have to set up their second factor cannot", async () => {
  await setSetting(shop.database.db, "review_verified_only", "yes");
  await shop.addUser("new@example.com", "shop_manager");
  await shop.signIn(shop.browser, "new@example.com");
  const productId = await addProduct(shop.database.db, { slug: "guarded-tea" });
  expect(await reviewsOf("guarded-tea")).toContain('id="commentform"');
  await setSetting(shop.database.db, "staff_second_factor", "required");
  expect(await reviewsOf("guarded-tea")).toContain("Only signed-in customers who bought this product can review it.");
  expect((await post(productId)).statusCode).toBe(403);
  await shop.database.pool.query("delete from settings where key = 'staff_second_factor'");
});

test("what staff write is published at once as the shop's, and as often as they like", async () => {
  await setSetting(shop.database.db, "review_verified_only", "no");
  await setSetting(shop.database.db, "review_moderation", "all");
  await shop.addUser("shop@example.com", "shop_manager");
  await shop.signIn(shop.browser, "shop@example.com");
  const productId = await addProduct(shop.database.db, { slug: "answered-tea" });
  const { rows } = await shop.database.pool.query<{ id: number }>(
    "insert into reviews (product_id, author_name, rating, body) values ($1, 'Ali', 2, 'Cold') returning id",
    [productId],
  );
  for (const comment of ["We are sorry", "A new parcel is on its way"])
    expect((await post(productId, { comment, comment_parent: String(rows[0]?.id) })).statusCode).toBe(302);
  const answer = { author: "Sana M.", rating: null, status: "approved", verified: false, staff: true };
  expect((await stored(productId)).slice(1)).toEqual([answer, answer]);
  expect(await reviewsOf("answered-tea")).toMatch(/bypostauthor.*From the shop.*A new parcel is on its way/s);
});
