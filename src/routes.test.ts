import { expect, test } from "vitest";
import { patterns, routes } from "./routes.ts";

test("every address of the shop is pinned: one that changes breaks links, caches and other people's scripts", () => {
  const samples: Record<keyof typeof routes, string> = {
    home: routes.home(),
    shop: routes.shop(2),
    category: routes.category("growing-up/height-growth", 3),
    productTag: routes.productTag("calcium"),
    product: routes.product("zinc & c"),
    blog: routes.blog(),
    article: routes.article("about"),
    search: routes.search("vitamin c"),
    cart: routes.cart(),
    checkout: routes.checkout(),
    orderReceived: routes.orderReceived(1001, "wc_order_abcdefghijklm"),
    account: routes.account(),
    wishlist: routes.wishlist(),
    addToCart: routes.addToCart(12),
    removeFromCart: routes.removeFromCart("abc", "0123456789"),
    undoRemove: routes.undoRemove("abc", "0123456789"),
    shopCall: routes.shopCall("add_to_cart"),
    siteCall: routes.siteCall(),
    postComment: routes.postComment(),
    visitorState: routes.visitorState(),
    asset: routes.asset("shop.js"),
    media: routes.media("ab/cd/picture 1.jpg"),
    health: routes.health(),
    ready: routes.ready(),
    metrics: routes.metrics(),
  };
  expect(samples).toMatchInlineSnapshot(`
    {
      "account": "/my-account/",
      "addToCart": "?add-to-cart=12",
      "article": "/about/",
      "asset": "/assets/shop.js",
      "blog": "/blog/",
      "cart": "/cart/",
      "category": "/product-category/growing-up/height-growth/page/3/",
      "checkout": "/checkout/",
      "health": "/healthz",
      "home": "/",
      "media": "/media/ab/cd/picture%201.jpg",
      "metrics": "/metrics",
      "orderReceived": "/checkout/order-received/1001/?key=wc_order_abcdefghijklm",
      "postComment": "/wp-comments-post.php",
      "product": "/product/zinc%20%26%20c/",
      "productTag": "/product-tag/calcium/",
      "ready": "/readyz",
      "removeFromCart": "/cart/?remove_item=abc&_wpnonce=0123456789",
      "search": "/?s=vitamin%20c&post_type=product",
      "shop": "/shop/page/2/",
      "shopCall": "/?wc-ajax=add_to_cart",
      "siteCall": "/wp-admin/admin-ajax.php",
      "undoRemove": "/cart/?undo_item=abc&_wpnonce=0123456789",
      "visitorState": "/chowk/visitor",
      "wishlist": "/wishlist/",
    }
  `);
  expect(patterns).toMatchInlineSnapshot(`
    {
      "article": "/:slug/",
      "blogPage": "/blog/page/:page/",
      "category": "/product-category/*",
      "orderReceived": "/checkout/order-received/:id/",
      "product": "/product/:slug/",
      "productTag": "/product-tag/*",
      "shopPage": "/shop/page/:page/",
    }
  `);
});
