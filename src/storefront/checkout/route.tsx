import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { ReactNode } from "react";
import { accountForms } from "#http/guards/nonce-actions.ts";
import { accountField, type FormError } from "#http/visit/refused-form.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { wholeName } from "#shop/accounts/profile/user-name.rules.ts";
import type { Session } from "#shop/accounts/sessions/sessions.ts";
import type { User } from "#shop/accounts/user.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { namedCountries } from "#shop/delivery/country-name.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import type { CheckoutFault, CheckoutForm, Fulfilment } from "#shop/orders/checkout/checkout.rules.ts";
import type { SavedCheckout } from "#shop/orders/checkout/checkout.ts";
import { fulfilmentOf } from "#shop/orders/checkout/fulfilment.ts";
import { hasOrderedSince } from "#shop/orders/checkout/repeated-checkout.ts";
import { findSavedCheckout } from "#shop/orders/checkout/saved-checkouts.ts";
import type { Address } from "#shop/orders/order.ts";
import { findUsualAddress } from "#shop/orders/user-addresses.ts";
import { seenControl } from "../address/fragments/address-controls.ts";
import { type AddressForm, addressForm } from "../address/fragments/address-form.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { cartOfForm } from "./cart-of-form.ts";
import { noteControl } from "./customer-fields.tsx";
import { faultWords } from "./fragments/fault-message.ts";
import { paymentChoices } from "./fragments/payment-choices.ts";
import { termsControl, termsOf } from "./fragments/terms.tsx";
import { CheckoutPage, type CheckoutPageProps } from "./page.tsx";
import { addressAt, completedAddress, saysPlace, typedForm } from "./typed-address.ts";

/** GET /checkout/, with the form that was refused last. An empty cart leads to the cart page. */
export function checkoutRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.checkout(), async ({ visit }, reply) => {
    const cart = await visit.recheckedCart("now");
    if (cart.lines.length === 0) return reply.header("cache-control", "no-store").redirect(routes.cart(), 302);
    return answerPersonalPage(services, visit, (page) => loadCheckout(services, visit, page, cart));
  });
  // What a form asks for has been done by now.
  app.post(routes.checkout(), (_request, reply) =>
    reply.header("cache-control", "no-store").redirect(routes.checkout(), 303),
  );
}

async function loadCheckout(
  services: PageServices,
  visit: Visit,
  page: PageRequest,
  seen: CurrentCart,
): Promise<PageView> {
  const { facts } = page;
  const t = translator(facts.settings.language);
  const session = await visit.session.find();
  const user = session?.user ?? null;
  const typed = session && (await findSavedCheckout(services.db, session.id, user?.id ?? null));
  const isCompleted = typed?.typedBy === null && user !== null;
  const cartNonce = await visit.nonce("woocommerce-cart");
  const countries = deliveredCountries(facts.zones, facts.settings);
  const form = await shownForm(services, user, seen, { typed, isCompleted, countries });
  const target = { address: form.shipping ?? form.billing, countries };
  const cart = await cartOfForm(services, visit, target, seen);
  const shown = { fulfilment: fulfilmentOf(cart), countries, lang: facts.settings.language, t };
  // What was missing may be there now.
  const errors = typed && !isCompleted ? checkoutErrors(typed, form, shown) : [];
  const content = (
    <CheckoutPage
      cart={cart}
      {...addressForms(form, errors, shown)}
      isElsewhere={form.shipping !== null}
      note={form.note}
      asksAccount={form.asksAccount ?? false}
      payment={await paymentOf(services, visit, page, { session, typed, form, cart, errors })}
      cartNonce={cartNonce}
      hiddenFields={{ chowk_attempt: randomUUID(), ...(user && { [accountField]: String(user.id) }) }}
      buyer={user && (await buyerOf(visit, user))}
    />
  );
  return checkoutView(t("checkout.title"), content);
}

function checkoutView(title: string, content: ReactNode): PageView {
  return {
    title,
    description: "",
    canonicalPath: null,
    bodyClass: "checkout",
    frame: "checkout",
    flags: { isCheckout: true },
    content,
    tags: [],
  };
}

/** What the page knows by the time that it comes to the payment. */
interface KnownCheckout {
  session: Session | undefined;
  /** The form that was refused last. */
  typed: SavedCheckout | undefined;
  form: ShownForm;
  cart: CurrentCart;
  errors: readonly FormError[];
}

/** The ways to pay, the terms, and what proves when the form was first shown. */
async function paymentOf(
  services: PageServices,
  visit: Visit,
  { facts: { settings }, now }: PageRequest,
  { session, typed, form, cart, errors }: KnownCheckout,
): Promise<CheckoutPageProps["payment"]> {
  const nonce = await visit.nonce("woocommerce-process_checkout");
  const { guard, db } = services;
  const holder = await visit.session.nonceHolder();
  const isSpent = async (beganAt: Date) => session !== undefined && (await hasOrderedSince(db, session.id, beganAt));
  return {
    methods: paymentChoices(cart, settings),
    nonce,
    terms: termsOf(settings, {
      isAccepted: form.acceptsTerms ?? false,
      error: errors.find(({ controlId }) => controlId === termsControl)?.message,
    }),
    began: await guard.beganMark({ began: typed?.began ?? "", trap: "", holder }, isSpent, now),
  };
}

/** Who is signed in, and where he signs out. */
async function buyerOf(visit: Visit, user: User) {
  const nonce = await visit.nonce(accountForms["customer-logout"].action);
  return { name: wholeName(user), email: user.email, signOutHref: routes.signOut(nonce) };
}

type Countries = readonly string[];

/** What decides which fields the page shows, and in which words. */
interface Shown {
  fulfilment: Fulfilment;
  /** Those that are delivered to. */
  countries: Countries;
  lang: string;
  t: Translate;
}

/** The two addresses of the page. Their errors are all that was refused. */
function addressForms(
  { billing, shipping }: ShownForm,
  errors: readonly FormError[],
  { fulfilment, countries, lang }: Shown,
): Record<"billing" | "shipping", AddressForm> {
  const given = { fulfilment, countries: namedCountries(countries, lang), errors };
  return {
    billing: addressForm({ ...given, part: "billing", address: billing }),
    shipping: addressForm({ ...given, part: "shipping", address: shipping ?? {} }),
  };
}

/** A form as it is shown: of what was never asked nothing is known. */
type ShownForm = Omit<CheckoutForm, "billing"> & { billing: Partial<Address> };

/** What was typed before, at the place that was told since, or what is known without. */
async function shownForm(
  services: PageServices,
  user: User | null,
  { destination }: CurrentCart,
  { typed, isCompleted, countries }: { typed: SavedCheckout | undefined; isCompleted: boolean; countries: Countries },
): Promise<ShownForm> {
  if (typed && !isCompleted) return typedForm(typed, destination, countries);
  const known = user
    ? addressAt(await findUsualAddress(services.db, user), destination, countries)
    : { ...destination };
  if (!typed) return { billing: known, shipping: null, note: "" };
  const form = saysPlace(typed) ? typedForm(typed, destination, countries) : typed.form;
  return { ...form, billing: completedAddress(form.billing, known) };
}

/** What is always asked of a buyer. */
const contactFields: ReadonlySet<string> = new Set(["firstName", "lastName", "phone", "email", "terms"]);

/** Why a form was refused: its fields first. */
function checkoutErrors({ faults, unsureSeconds }: SavedCheckout, form: ShownForm, shown: Shown): FormError[] {
  const errors = faults.map((fault) => checkoutError(fault, form, shown));
  if (unsureSeconds === undefined) return errors;
  const message = shown.t("notices.refused.checkout_unsure", { seconds: unsureSeconds });
  return [...errors, { controlId: null, message }];
}

/** What is wrong, in words, and with which field of this page. */
function checkoutError(
  { part, field, reason }: CheckoutFault,
  { billing, shipping }: ShownForm,
  { fulfilment, countries, t }: Shown,
): FormError {
  const { country = "" } = (part === "shipping" && shipping) || billing;
  const words = faultWords({ part, field, reason }, country, t);
  if (fulfilment === "download" && !contactFields.has(field)) return { controlId: null, ...words };
  if (field === "terms") return { controlId: termsControl, ...words };
  if (field === "note") return { controlId: noteControl, ...words };
  return { controlId: seenControl(part === "shipping" ? part : "billing", field, countries), ...words };
}
