import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { localPathOf } from "#http/local-path.ts";
import { keepMailToken, mailTokenOf } from "#http/mail-link.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { findOpenRegistration } from "#shop/accounts/register.ts";
import { findTokenEmail, isGoodToken } from "#shop/accounts/sessions/mail-tokens.ts";
import { findAskingBuyer } from "#shop/orders/claim-orders.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PersonalServices } from "../rendering/personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../rendering/public-page.ts";
import { accountView, guardedForm } from "./account-view.ts";
import { BadLinkPage, ConfirmAccountPage, ConfirmEmailPage } from "./entrance-page.tsx";
import { LostPasswordPage, ResetLinkSentPage, ResetPasswordPage } from "./lost-password-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";

type Load = (request: FastifyRequest, reply: FastifyReply, page: PageRequest) => Promise<PageView>;

/** The account's pages for those who are not signed in: a forgotten password and the links of mails. */
export function accountEntranceRoutes(app: FastifyInstance, services: PersonalServices): void {
  const linkPage = (path: string, target: string, load: Load) => {
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      answerPersonalPage(services, request, reply, (page) => load(request, reply, page));
    app.get(path, (request, reply) => {
      const { token } = request.query as Record<string, unknown>;
      if (typeof token !== "string") return answer(request, reply);
      return keepMailToken(reply, token, target, services.site.isHttps(request));
    });
    app.post(path, answer);
  };
  linkPage(routes.lostPassword(), routes.resetForm(), (...given) => loadLostPassword(services, ...given));
  linkPage(routes.confirmAccount(), routes.confirmAccount(), (...given) => loadConfirmAccount(services, ...given));
  linkPage(routes.confirmEmail(), routes.confirmEmail(), (...given) => loadConfirmEmail(services, ...given));
}

/** The account page of somebody who is not signed in. */
export async function loadSignIn(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, query, siteUrl }: PageRequest,
): Promise<PageView> {
  const form = (name: "login" | "register") => guardedForm(services, request, reply, name);
  const sent = (request.body as Record<string, unknown> | undefined)?.redirect;
  const wanted = typeof sent === "string" ? sent : (query.get("redirect_to") ?? "");
  return accountView(
    translator(facts.settings.language)("account.title"),
    <SignInPage
      login={await form("login")}
      register={await form("register")}
      leadsTo={localPathOf(wanted, siteUrl) ?? ""}
    />,
  );
}

async function loadLostPassword(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, query, now }: PageRequest,
): Promise<PageView> {
  const title = translator(facts.settings.language)("account.lost.title");
  if (query.has("reset-link-sent") && request.method === "GET") return accountView(title, <ResetLinkSentPage />);
  const isReset = query.has("show-reset-form");
  if (isReset && (await isGoodToken(services.db, "password-reset", mailTokenOf(request), now))) {
    const form = await guardedForm(services, request, reply, "reset_password");
    return accountView(title, <ResetPasswordPage form={form} />);
  }
  const form = await guardedForm(services, request, reply, "lost_password");
  return accountView(title, <LostPasswordPage form={form} isLinkBad={isReset} />);
}

async function loadConfirmAccount(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, now }: PageRequest,
): Promise<PageView> {
  const title = translator(facts.settings.language)("account.confirm.title");
  const asked = await findOpenRegistration(services.db, mailTokenOf(request), now);
  if (!asked) return accountView(title, <BadLinkPage />);
  const form = await guardedForm(services, request, reply, "confirm_account");
  const buyer = await findAskingBuyer(services.db, asked.id);
  return accountView(title, <ConfirmAccountPage form={form} email={asked.email} buyer={buyer} />);
}

async function loadConfirmEmail(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, now }: PageRequest,
): Promise<PageView> {
  const title = translator(facts.settings.language)("account.confirmEmail.title");
  const email = await findTokenEmail(services.db, mailTokenOf(request), now);
  if (email === undefined) return accountView(title, <BadLinkPage />);
  const form = await guardedForm(services, request, reply, "confirm_email");
  return accountView(title, <ConfirmEmailPage form={form} email={email} />);
}
