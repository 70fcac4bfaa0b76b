import type { FastifyInstance, FastifyReply } from "fastify";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import { emailKey } from "#shop/accounts/profile/account-fields.rules.ts";
import { displayName } from "#shop/accounts/profile/user-name.rules.ts";
import { needsSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { listUserSessions } from "#shop/accounts/sessions/user-sessions.ts";
import type { User } from "#shop/accounts/user.ts";
import { findPreferencesToken } from "#shop/newsletter/preferences.ts";
import { listUserGoods } from "#shop/orders/downloads/goods.ts";
import { listUserOrders, type OrdersFrom } from "#shop/orders/orders.ts";
import { exportPersonalData } from "#shop/privacy/personal-data.ts";
import { downloadLinks } from "../downloads/fragments/download-links.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { addressesPart, addressPart, viewOrderPart } from "./account-parts.tsx";
import type { AccountPart, AccountRequest } from "./account-request.ts";
import { accountView, userForm } from "./account-view.ts";
import { Dashboard } from "./dashboard.tsx";
import { EditAccountPage } from "./edit-account-page.tsx";
import { AccountFrame } from "./fragments/account-frame.tsx";
import { accountUserOf, signOutHrefOf } from "./fragments/account-visit.ts";
import { DeleteAccountPage, DownloadsPage, SignOutPage } from "./leave-pages.tsx";
import { OrdersPage } from "./orders-page.tsx";
import { applicationPasswordsPart } from "./security/application-passwords-part.tsx";
import { passkeysPart } from "./security/passkeys-part.tsx";
import { secondFactorPart } from "./security/second-factor-part.tsx";
import { loadSignIn } from "./signed-out-routes.tsx";

type LoadPart = (given: AccountRequest) => Promise<AccountPart>;

/** Registers the account pages for signed-in users. Other visitors are sent to the sign-in and back. */
export function accountRoutes(app: FastifyInstance, services: PageServices): void {
  const pages: Readonly<Record<string, LoadPart>> = {
    [routes.accountOrders()]: ordersPart,
    [patterns.viewOrder]: viewOrderPart,
    [routes.accountDownloads()]: downloadsPart,
    [routes.addresses()]: addressesPart,
    [patterns.editAddress]: addressPart,
    [routes.editAccount()]: detailsPart,
    [routes.secondFactor()]: secondFactorPart,
    [routes.passkeys()]: passkeysPart,
    [routes.applicationPasswords()]: applicationPasswordsPart,
    [routes.deleteAccount()]: deletePart,
    [routes.signOut()]: signOutPart,
  };
  for (const [url, load] of Object.entries(pages))
    app.route<{ Params: Record<string, string> }>({
      method: ["GET", "POST"],
      url,
      handler: ({ visit, params }) => answerAccountPage(services, visit, params, load),
    });
  app.route<{ Params: Record<string, string> }>({
    method: ["GET", "POST"],
    url: routes.account(),
    handler: async ({ visit, params }) => {
      if (await accountUserOf(visit)) return answerAccountPage(services, visit, params, dashboardPart);
      return answerPersonalPage(services, visit, (page) => loadSignIn(services, visit, page));
    },
  });
  app.get(routes.exportAccount(), ({ visit }) => answerExport(services, visit));
}

async function answerAccountPage(
  services: PageServices,
  visit: Visit,
  params: AccountRequest["params"],
  load: LoadPart,
): Promise<FastifyReply> {
  const user = await accountUserOf(visit);
  if (!user) return leadToSignIn(visit);
  if (await mustSetUpFirst(services, visit, user)) return leadToSetUp(visit);
  const signOutHref = await signOutHrefOf(visit);
  return answerPersonalPage(services, visit, async (page) => {
    const t = translator(page.facts.settings.language);
    const { content, hasPlaceFields = false, ...frame } = await load({ ...page, services, visit, params, user, t });
    const framed = (
      <AccountFrame {...frame} path={visit.path} signOutHref={signOutHref}>
        {content}
      </AccountFrame>
    );
    const isNew = visit.isViewed && visit.cookies.takeRegistered();
    const facts = isNew ? [{ kind: "complete_registration" } as const] : [];
    return { ...accountView(frame.title, framed, { hasPlaceFields }), tracking: { facts, items: [] } };
  });
}

function leadToSignIn({ reply, path }: Visit): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(routes.signIn(path), 303);
}

/** Pages that a member of staff can see before the required second factor is set up. */
const pagesWithoutFactor: readonly string[] = [routes.secondFactor(), routes.passkeys(), routes.signOut()];

async function mustSetUpFirst({ db }: PageServices, { path }: Visit, user: User): Promise<boolean> {
  return !pagesWithoutFactor.includes(path) && needsSecondFactor(db, user.id);
}

function leadToSetUp({ reply }: Visit): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(routes.secondFactor(), 303);
}

async function answerExport(services: PageServices, visit: Visit): Promise<FastifyReply> {
  const user = await accountUserOf(visit);
  if (!user) return leadToSignIn(visit);
  if (await mustSetUpFirst(services, visit, user)) return leadToSetUp(visit);
  const { settings } = await services.facts.get();
  const person = { email: emailKey(user.email), userId: user.id, ownsGuestOrders: false };
  const data = await exportPersonalData(services.db, person, settings);
  return visit.reply
    .headers({ "cache-control": "private, no-store", "content-disposition": 'attachment; filename="my-data.json"' })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(data, null, 2));
}

async function dashboardPart({ services, user, facts, t }: AccountRequest): Promise<AccountPart> {
  const { orders } = await listUserOrders(services.db, user.id, {}, facts.settings);
  const title = t("account.hello", { name: displayName(user) });
  return { current: "dashboard", title, content: <Dashboard orders={orders.slice(0, 3)} /> };
}

async function ordersPart({ services, user, facts, query, t }: AccountRequest): Promise<AccountPart> {
  const from = ordersFrom(query);
  const page = await listUserOrders(services.db, user.id, from, facts.settings);
  if ("before" in from && page.orders.length === 0) throw new PageNotFound();
  return { current: "orders", title: t("account.orders"), content: <OrdersPage {...page} /> };
}

/** Reads where a page of orders begins; at the newest if what was asked is no order's id. */
function ordersFrom(query: URLSearchParams): OrdersFrom {
  const idOf = (name: string) => {
    const asked = query.get(name) ?? "";
    return /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined;
  };
  const [before, after] = [idOf("before"), idOf("after")];
  if (after !== undefined) return { after };
  return before === undefined ? {} : { before };
}

async function downloadsPart({ services, user, now, t }: AccountRequest): Promise<AccountPart> {
  const goods = await listUserGoods(services.db, user.id);
  const links = downloadLinks(services.signatures, goods.downloads, now);
  const content = <DownloadsPage goods={goods} links={links} now={now} />;
  return { current: "downloads", title: t("account.downloads"), content };
}

async function detailsPart(given: AccountRequest): Promise<AccountPart> {
  const { user, t, services, visit, now } = given;
  const [details, everywhere, form, listed, own, token] = await Promise.all([
    userForm(given, "save_account_details"),
    userForm(given, "sign_out_everywhere"),
    userForm(given, "end_session"),
    listUserSessions(services.db, user.id, now),
    visit.session.find(),
    findPreferencesToken(services.db, user.email),
  ]);
  const sessions = { form, sessions: listed, ownId: own?.id };
  const newsletter = token === undefined ? routes.newsletter() : routes.newsletterPreferences(token);
  const content = <EditAccountPage {...{ user, details, everywhere, sessions, newsletter }} />;
  return { current: "edit-account", title: t("account.details"), content };
}

async function deletePart(given: AccountRequest): Promise<AccountPart> {
  const { t } = given;
  const form = await userForm(given, "delete_account");
  return { current: "edit-account", title: t("account.delete.title"), content: <DeleteAccountPage form={form} /> };
}

async function signOutPart({ visit, t }: AccountRequest): Promise<AccountPart> {
  const content = <SignOutPage signOutHref={await signOutHrefOf(visit)} />;
  return { current: "customer-logout", title: t("account.signOut.title"), content };
}
