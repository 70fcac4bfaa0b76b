import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import cookies from "@fastify/cookie";
import forms from "@fastify/formbody";
import fastify, { type FastifyInstance } from "fastify";
import type pg from "pg";
import { checkUsable } from "#db/own-migrations.ts";
import { readCatalogueEarly } from "#http/cached-reads/catalogue-index.ts";
import { followChangeLog } from "#http/cached-reads/follow-change-log.ts";
import { assetFiles, immutableFiles } from "#http/files/asset-files.ts";
import { mediaFiles } from "#http/files/media-files.ts";
import { messageFiles } from "#http/files/message-files.ts";
import { reviewPictures } from "#http/files/review-pictures.ts";
import { type LaneName, openAdmission } from "#http/guards/admission/admission.ts";
import { limitConnections } from "#http/guards/admission/connection-limits.ts";
import { SlowUploads } from "#http/guards/admission/slow-uploads.ts";
import { takeTurns } from "#http/guards/admission/turns.ts";
import { allowedHostHook } from "#http/guards/allowed-host.ts";
import { allowMethods } from "#http/guards/allowed-methods.ts";
import { formFieldsHook } from "#http/guards/form-fields.ts";
import { foreignPostHook, malformedUrlHook } from "#http/guards/request-guard.ts";
import { securityHeadersHook } from "#http/guards/security-headers.ts";
import { openProxies } from "#http/guards/trusted-proxies.ts";
import { answerHealth } from "#http/observe/health.ts";
import { answerMetrics, type Metrics, openMetrics } from "#http/observe/metrics.ts";
import { logRequests, observeRequests } from "#http/observe/request-log.ts";
import { cookiesBypassCache, methodBypassesCache, queryBypassesCache } from "#http/page-cache/cache-bypass.ts";
import type { PageCache } from "#http/page-cache/page-cache.ts";
import { answerCachedPages } from "#http/page-cache/page-cache-hook.ts";
import { serverOptions } from "#http/server-options.ts";
import { openVisits } from "#http/visit/visit.ts";
import { keepConsents } from "#http/visit/visit-consent.ts";
import { checkJobsStart, countJobs, secondsOfOldestDueJob } from "#platform/jobs/job-schema.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { patterns, routes } from "#routes";
import { accountRoutes } from "#storefront/account/account-routes.tsx";
import { signedOutRoutes } from "#storefront/account/signed-out-routes.tsx";
import { cartRoute } from "#storefront/cart/route.tsx";
import { checkoutRoute } from "#storefront/checkout/route.tsx";
import { consentRoute } from "#storefront/consent/route.tsx";
import { articleRoutes } from "#storefront/content/route.tsx";
import { downloadRoutes } from "#storefront/downloads/route.tsx";
import { failurePages } from "#storefront/error-pages/route.tsx";
import { homeRoute } from "#storefront/home/route.tsx";
import { listingRoutes } from "#storefront/listing/route.tsx";
import { marketingRoute } from "#storefront/marketing/route.tsx";
import { newsletterRoute } from "#storefront/newsletter/route.tsx";
import { orderReceivedRoute } from "#storefront/order-received/route.tsx";
import { recentlyViewedRoute } from "#storefront/product/recently-viewed-route.tsx";
import { productRoute } from "#storefront/product/route.tsx";
import { refusedReviewRoute } from "#storefront/reviews/route.tsx";
import { suggestRoute } from "#storefront/search/route.ts";
import { sharePictures } from "#storefront/sharing/route.ts";
import { visitorStateRoute } from "#storefront/visitor-state/route.ts";
import { wishlistAlertsRoute } from "#storefront/wishlist/alerts-route.tsx";
import { wishlistRoutes } from "#storefront/wishlist/route.tsx";
import { siteActions } from "#wire/admin-ajax/actions.ts";
import { siteDoor } from "#wire/admin-ajax/door.ts";
import { accountFormsHook } from "#wire/page-requests/account/account-forms.ts";
import { placeOrderHook } from "#wire/page-requests/checkout/place-order.ts";
import { plainContactForms } from "#wire/page-requests/content/contact-form.ts";
import { oldAddressesHook, pathSpellingHook } from "#wire/page-requests/content/old-addresses.ts";
import { premiumTokenHook } from "#wire/page-requests/content/premium-token.ts";
import { relatedClicksHook, relatedPostsHook } from "#wire/page-requests/content/related-posts.ts";
import { pageRequestsHook } from "#wire/page-requests/page-requests.ts";
import { postCommentHook } from "#wire/page-requests/reviews/post-comment.ts";
import { voteForReviewHook } from "#wire/page-requests/reviews/vote-for-review.ts";
import { siteFiles } from "#wire/site-files/door.ts";
import { shopDoor } from "#wire/wc-ajax/door.ts";
import { liveOrdersHook } from "#wire/wc-ajax/pisol-live-orders.ts";
import { restAddress, restDoor } from "#wire/wp-json/door.ts";
import { openPageServices, type ServerOptions } from "./services.ts";

/** Paths that load balancers and monitoring may request under any host name. */
const openPaths = new Set<string>([routes.health(), routes.ready(), routes.metrics()]);

/** Where the addresses of bought files begin. */
const filesPath = patterns.downloadFile.slice(0, patterns.downloadFile.indexOf(":"));

/** Returns the lane of a request, which stays free while others are full. */
function laneOf({ url = "", method, headers: { cookie } }: IncomingMessage): LaneName {
  if (url.startsWith(routes.checkout()) || /[?&]wc-ajax=(?:checkout|update_order_review)(?:&|$)/.test(url))
    return "checkout";
  if (url.startsWith(filesPath)) return "files";
  const isPersonal = methodBypassesCache(method) || cookiesBypassCache(cookie) || queryBypassesCache(url);
  return isPersonal ? "personal" : "public";
}

/** Builds the shop's server: the hooks that every request passes, in order, then the routes. Also used by tests. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, buildDir } = options;
  const senderOf = openProxies(config.proxies);
  const slowUploads = new SlowUploads();
  const app = fastify({
    ...serverOptions({ isBehindProxy: config.proxies !== null }),
    clientErrorHandler: slowUploads.answerClientError,
    rewriteUrl: (raw) => {
      // Before anything reads the headers of proxies.
      senderOf(raw);
      return restAddress(raw.url ?? "");
    },
  });
  const files = await openStorage(config);
  const services = openPageServices(app, options, files);
  const { site, cache, statistics } = services;
  const { metricsToken } = config.secrets;
  const metrics = metricsToken ? openShopMetrics(options.database.pool, cache) : undefined;
  limitConnections(app, config.proxies !== null);
  answerCachedPages(app, cache, openAdmission({ openPaths, laneOf, senderOf }), statistics.addView);
  openVisits(app, services);
  keepConsents(app, services);
  app.addHook("onRequest", observeRequests([...(metrics ? [metrics.observe] : []), logRequests(options.log)]));
  app.addHook("onRequest", securityHeadersHook(site));
  app.addHook("onRequest", allowedHostHook(site, openPaths));
  allowMethods(app);
  app.addHook("onRequest", foreignPostHook(site));
  app.addHook("onRequest", malformedUrlHook);
  app.addHook("onRequest", pathSpellingHook);
  takeTurns(app, openPaths, laneOf);
  slowUploads.decorate(app);
  await app.register(cookies);
  await app.register(forms);
  app.addHook("preValidation", formFieldsHook);

  answerHealth(app, {
    paths: { health: routes.health(), ready: routes.ready() },
    checkDatabase: () => checkUsable(options.database.pool),
    checkJobs: () => checkJobsStart(options.database.pool),
  });
  if (metrics && metricsToken) answerMetrics(app, routes.metrics(), metrics, metricsToken);
  await followChangeLog(app, { ...options, ...services });
  readCatalogueEarly(app, { ...options, ...services });
  await assetFiles(app, { folder: join(buildDir, "client/assets"), prefix: routes.asset(""), published: files.assets });
  await mediaFiles(app, { pattern: patterns.media, storage: files.media, sending: immutableFiles });
  sharePictures(app, { ...services, media: files.media });
  messageFiles(app, patterns.messageFile, services);
  reviewPictures(app, patterns.reviewPicture, services);
  plainContactForms(app, services);
  app.addHook("preHandler", postCommentHook(services));
  app.addHook("preHandler", voteForReviewHook(services));
  app.addHook("preHandler", liveOrdersHook(services));
  app.addHook("preHandler", shopDoor(services));
  app.addHook("preHandler", relatedPostsHook(services));
  app.addHook("preHandler", relatedClicksHook(services));
  app.addHook("preHandler", premiumTokenHook);
  app.addHook("preHandler", placeOrderHook(services));
  app.addHook("preHandler", accountFormsHook(services));
  app.addHook("preHandler", pageRequestsHook(services));
  app.addHook("preHandler", oldAddressesHook(services));
  siteDoor(app, { ...services, actions: siteActions });
  siteFiles(app, services);
  homeRoute(app, services);
  listingRoutes(app, services);
  productRoute(app, services);
  recentlyViewedRoute(app, services);
  refusedReviewRoute(app, services);
  cartRoute(app, services);
  checkoutRoute(app, services);
  orderReceivedRoute(app, services);
  downloadRoutes(app, { ...services, downloads: files.downloads, log: options.log });
  signedOutRoutes(app, services);
  consentRoute(app, services);
  newsletterRoute(app, services);
  marketingRoute(app, services);
  wishlistAlertsRoute(app, services);
  accountRoutes(app, services);
  wishlistRoutes(app, services);
  articleRoutes(app, services);
  visitorStateRoute(app);
  suggestRoute(app, services);
  failurePages(app, services, options.log);
  await restDoor(app, services);
  return app;
}

function openShopMetrics(pool: pg.Pool, cache: PageCache): Metrics {
  return openMetrics({
    pageCache: () => cache.counts,
    pool,
    jobs: () => countJobs(pool),
    oldestDueJob: () => secondsOfOldestDueJob(pool),
  });
}
