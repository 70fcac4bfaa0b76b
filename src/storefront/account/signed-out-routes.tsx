import type { FastifyInstance, FastifyRequest } from "fastify";
import { localPathOf } from "#http/local-path.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listPasskeys } from "#shop/accounts/passkeys/passkeys.ts";
import { findOpenRegistration } from "#shop/accounts/register.ts";
import { hasTotp } from "#shop/accounts/second-factor/second-factor.ts";
import { findTokenEmail, findTokenUser, isGoodToken } from "#shop/accounts/sessions/mail-tokens.ts";
import { findRequestingCustomer } from "#shop/orders/claim-orders.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { accountView, guardedForm } from "./account-view.ts";
import { BadLinkPage, ConfirmAccountPage, ConfirmEmailPage } from "./confirmation-pages.tsx";
import { LostPasswordPage, ResetLinkSentPage, ResetPasswordPage } from "./lost-password-page.tsx";
import { passkeySignIn } from "./security/passkeys-part.tsx";
import { SignInAgainPage, SignInCodePage } from "./security/sign-in-code-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";

type Load = (services: PageServices, visit: Visit, page: PageRequest) => Promise<PageView>;

/** Registers the account pages for signed-out visitors: lost password and email links. */
export function signedOutRoutes(app: FastifyInstance, services: PageServices): void {
  const linkPage = (path: string, target: string, load: Load) => {
    const answer = ({ visit }: FastifyRequest) =>
      answerPersonalPage(services, visit, (page) => load(services, visit, page));
    app.get(path, async (request, reply) => {
      const { token } = request.query as Record<string, unknown>;
      if (typeof token !== "string") return answer(request);
      request.visit.cookies.setMailToken(token, target);
      return reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(target, 303);
    });
    app.post(path, answer);
  };
  linkPage(routes.lostPassword(), routes.resetForm(), loadLostPassword);
  linkPage(routes.confirmAccount(), routes.confirmAccount(), loadConfirmAccount);
  app.route({
    method: ["GET", "POST"],
    url: routes.signInCode(),
    handler: ({ visit }) => answerPersonalPage(services, visit, (page) => loadSignInCode(services, visit, page)),
  });
  linkPage(routes.confirmEmail(), routes.confirmEmail(), loadConfirmEmail);
}

/** Loads the account page of a signed-out visitor: sign in or register. */
export async function loadSignIn(
  services: PageServices,
  visit: Visit,
  { facts, query, now, siteUrl }: PageRequest,
): Promise<PageView> {
  const form = (name: "login" | "register") => guardedForm(visit, name);
  const sent = (visit.request.body as Record<string, unknown> | undefined)?.redirect;
  const wanted = typeof sent === "string" ? sent : (query.get("redirect_to") ?? wishPath(query) ?? "");
  return accountView(
    translator(facts.settings.language)("account.title"),
    <SignInPage
      login={await form("login")}
      register={await form("register")}
      passkey={await passkeySignIn(services, visit, now)}
      leadsTo={localPathOf(wanted, siteUrl) ?? ""}
    />,
  );
}

async function loadSignInCode(
  services: PageServices,
  visit: Visit,
  { facts, query, now, siteUrl }: PageRequest,
): Promise<PageView> {
  const title = translator(facts.settings.language)("account.factor.signIn");
  const user = await findTokenUser(services.db, "second-factor", visit.cookies.mailToken, now);
  if (!user) return accountView(title, <SignInAgainPage />);
  const [hasApp, passkeys] = await Promise.all([hasTotp(services.db, user.id), listPasskeys(services.db, user.id)]);
  const sent = (visit.request.body ?? {}) as Record<string, unknown>;
  const wanted = sent.redirect ?? query.get("redirect_to");
  const form = await guardedForm(visit, "sign_in_code");
  return accountView(
    title,
    <SignInCodePage
      form={form}
      hasApp={hasApp}
      passkey={passkeys.length > 0 ? await passkeySignIn(services, visit, now) : undefined}
      leadsTo={(typeof wanted === "string" && localPathOf(wanted, siteUrl)) || ""}
      isRemembered={sent.rememberme !== undefined || query.has("rememberme")}
    />,
  );
}

/** Returns where a guest goes on to who must sign in to keep a wishlist: the product is added there. */
function wishPath(query: URLSearchParams): string | undefined {
  const id = /^[1-9]\d{0,14}$/.exec(query.get("add_to_wishlist") ?? "")?.[0];
  return query.has("wishlist_notice") && id ? routes.wishlist() + routes.addToWishlist(Number(id)) : undefined;
}

async function loadLostPassword(
  { db }: PageServices,
  visit: Visit,
  { facts, query, now }: PageRequest,
): Promise<PageView> {
  const title = translator(facts.settings.language)("account.lost.title");
  if (query.has("reset-link-sent") && visit.request.method === "GET") return accountView(title, <ResetLinkSentPage />);
  const isReset = query.has("show-reset-form");
  if (isReset && (await isGoodToken(db, "password-reset", visit.cookies.mailToken, now))) {
    const form = await guardedForm(visit, "reset_password");
    return accountView(title, <ResetPasswordPage form={form} />);
  }
  const form = await guardedForm(visit, "lost_password");
  return accountView(title, <LostPasswordPage form={form} isLinkBad={isReset} />);
}

async function loadConfirmAccount({ db }: PageServices, visit: Visit, { facts, now }: PageRequest): Promise<PageView> {
  const title = translator(facts.settings.language)("account.confirm.title");
  const asked = await findOpenRegistration(db, visit.cookies.mailToken, now);
  if (!asked) return accountView(title, <BadLinkPage />);
  const form = await guardedForm(visit, "confirm_account");
  const buyer = await findRequestingCustomer(db, asked.id);
  return accountView(title, <ConfirmAccountPage form={form} email={asked.email} buyer={buyer} />);
}

async function loadConfirmEmail({ db }: PageServices, visit: Visit, { facts, now }: PageRequest): Promise<PageView> {
  const title = translator(facts.settings.language)("account.confirmEmail.title");
  const email = await findTokenEmail(db, visit.cookies.mailToken, now);
  if (email === undefined) return accountView(title, <BadLinkPage />);
  const form = await guardedForm(visit, "confirm_email");
  return accountView(title, <ConfirmEmailPage form={form} email={email} />);
}
