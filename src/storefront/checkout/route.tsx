import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { ReactNode } from "react";
import { accountForms } from "#http/guards/nonce-actions.ts";
import { accountField, type FormError } from "#http/visit/refused-form.ts";
import type { Visit } from "#http/visit/visit.ts";
import { needsConsent } from "#http/visit/visit-consent.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { emailFault, emailKey } from "#shop/accounts/profile/account-fields.rules.ts";
import { wholeName } from "#shop/accounts/profile/user-name.rules.ts";
import type { Session } from "#shop/accounts/sessions/sessions.ts";
import type { User } from "#shop/accounts/user.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { namedCountries } from "#shop/delivery/country-name.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { wantsReminder } from "#shop/marketing/cart-reminders.ts";
import type { CheckoutFault, CheckoutForm, Fulfilment } from "#shop/orders/checkout/checkout.rules.ts";
import type { SavedCheckout } from "#shop/orders/checkout/checkout.ts";
import { fulfilmentOf } from "#shop/orders/checkout/fulfilment.ts";
import { hasOrderedSince } from "#shop/orders/checkout/repeated-checkout.ts";
import { findSavedCheckout } from "#shop/orders/checkout/saved-checkouts.ts";
import type { Address } from "#shop/orders/order.ts";
import { findUsualAddress } from "#shop/orders/user-addresses.ts";
import { checkoutTracking, type PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { visibleControl } from "../address/fragments/address-controls.ts";
import { type AddressForm, addressForm } from "../address/fragments/address-form.ts";
import type { UnpayableCountry } from "../address/fragments/country-payment.tsx";
import { cartData } from "../cart/fragments/cart-data.tsx";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { takeAdded } from "../tracking/fragments/take-added.ts";
import { cartForAddress } from "./cart-for-address.ts";
import { noteControl } from "./customer-fields.tsx";
import { type CartReminderProps, reminderTextOf } from "./fragments/cart-reminder.tsx";
import { checkoutErrorText } from "./fragments/field-error-text.ts";
import { paymentChoices, unpayableCountry } from "./fragments/payment-choices.ts";
import { termsControl, termsOf } from "./fragments/terms.tsx";
import { CheckoutPage, type CheckoutPageProps } from "./page.tsx";
import { addressAt, completedAddress, hasPlace, typedForm } from "./typed-address.ts";

/** Registers GET /checkout/, filled with the last refused form. An empty cart redirects to the cart page. */
export function checkoutRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.checkout(), async ({ visit }, reply) => {
    const cart = await visit.recheckedCart("now");
    visit.cookies.setKnownCart(cart);
    if (cart.lines.length === 0) return reply.header("cache-control", "no-store").redirect(routes.cart(), 302);
    return answerPersonalPage(services, visit, (page) => loadCheckout(services, visit, page, cart));
  });
  // Any form posted here has already been handled.
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
  const form = await displayedForm(services, user, seen, { typed, isCompleted, countries });
  const target = { address: form.shipping ?? form.billing, countries };
  const cart = await cartForAddress(services, visit, target, seen);
  const shown = { fulfilment: fulfilmentOf(cart), countries, lang: facts.settings.language, t };
  // After a sign-in the account may have filled in what was missing.
  const errors = typed && !isCompleted ? checkoutErrors(typed, form, shown) : [];
  const content = (
    <CheckoutPage
      cart={cart}
      {...addressForms(form, errors, { ...shown, unpayable: unpayableCountry(cart, facts.settings) })}
      isElsewhere={form.shipping !== null}
      note={form.note}
      asksAccount={form.asksAccount ?? false}
      reminder={await reminderOf(services, page, session, typed)}
      payment={await paymentOf(services, visit, page, { session, typed, form, cart, errors, countries })}
      cartNonce={cartNonce}
      reloads={facts.settings.checkout_quantity_change === "reload"}
      hiddenFields={{ chowk_attempt: randomUUID(), ...(user && { [accountField]: String(user.id) }) }}
      buyer={user && (await buyerOf(visit, user))}
    />
  );
  const added = takeAdded(visit, cart, facts.settings);
  const view = checkoutView(cart, { title: t("checkout.title"), content, added });
  return { ...view, asksConsent: needsConsent(visit.request, facts.settings) };
}

function checkoutView(
  cart: CurrentCart,
  { title, content, added }: { title: string; content: ReactNode; added: readonly PageFact[] },
): PageView {
  const { facts, items } = checkoutTracking(cart);
  return {
    title,
    description: "",
    canonicalPath: null,
    bodyClass: "checkout",
    frame: "checkout",
    flags: { isCheckout: true, hasPlaceFields: fulfilmentOf(cart) !== "download" },
    tracking: { facts: [...added, ...facts], items, forScripts: { cart: cartData(cart) } },
    content,
    tags: [],
  };
}

/** Data for the page once the payment section is loaded. */
interface LoadedCheckout {
  session: Session | undefined;
  /** The last refused form. */
  typed: SavedCheckout | undefined;
  form: DisplayedForm;
  cart: CurrentCart;
  errors: readonly FormError[];
  /** With delivery. */
  countries: Countries;
}

/** Loads the payment methods, the terms and the signed time at which the form was first shown. */
async function paymentOf(
  services: PageServices,
  visit: Visit,
  { facts: { settings }, now }: PageRequest,
  { session, typed, form, cart, errors, countries }: LoadedCheckout,
): Promise<CheckoutPageProps["payment"]> {
  const nonce = await visit.nonce("woocommerce-process_checkout");
  const { guard, db } = services;
  const holder = await visit.session.nonceHolder();
  const isSpent = async (beganAt: Date) => session !== undefined && (await hasOrderedSince(db, session.id, beganAt));
  return {
    methods: paymentChoices(cart, settings),
    unpayable: unpayableCountry(cart, settings),
    choosesCountry: countries.length > 1,
    nonce,
    terms: termsOf(settings, {
      isAccepted: form.acceptsTerms ?? false,
      error: errors.find(({ controlId }) => controlId === termsControl)?.message,
    }),
    hidesSale: settings.live_sales === "yes" ? form.hidesSale === true : null,
    began: await guard.timestampFor({ began: typed?.began ?? "", honeypot: "", holder }, isSpent, now),
  };
}

/**
 * Returns the offer of a reminder of the cart. It is ticked if the consent is stored, or was given with an address that is still
 * to be corrected.
 */
async function reminderOf(
  { db }: PageServices,
  { facts: { settings } }: PageRequest,
  session: Session | undefined,
  typed: SavedCheckout | undefined,
): Promise<CartReminderProps | null> {
  const text = reminderTextOf(settings);
  if (!text) return null;
  const isStored = session !== undefined && (await wantsReminder(db, session.id));
  const isOpen = typed?.form.reminderText === text.hash && emailFault(emailKey(typed.form.billing.email)) !== undefined;
  return { text, isTicked: isStored || isOpen };
}

/** Returns the signed-in user and their sign-out link. */
async function buyerOf(visit: Visit, user: User) {
  const nonce = await visit.nonce(accountForms["customer-logout"].action);
  return { name: wholeName(user), email: user.email, signOutHref: routes.signOut(nonce) };
}

type Countries = readonly string[];

/** Decides which fields are shown and with which texts. */
interface Shown {
  fulfilment: Fulfilment;
  /** Countries with delivery. */
  countries: Countries;
  lang: string;
  t: Translate;
  /** The country of the cart if no payment method serves it. */
  unpayable?: UnpayableCountry | null;
}

/** Returns both addresses of the page. Each carries all errors of the form. */
function addressForms(
  { billing, shipping }: DisplayedForm,
  errors: readonly FormError[],
  { fulfilment, countries, lang, unpayable = null }: Shown,
): Record<"billing" | "shipping", AddressForm> {
  const given = { fulfilment, countries: namedCountries(countries, lang), errors };
  return {
    billing: addressForm({ ...given, part: "billing", address: billing, unpayable: shipping ? null : unpayable }),
    shipping: addressForm({ ...given, part: "shipping", address: shipping ?? {}, unpayable: shipping && unpayable }),
  };
}

/** The form as shown; fields that were never asked for are missing. */
type DisplayedForm = Omit<CheckoutForm, "billing"> & { billing: Partial<Address> };

/** Returns the refused form with the current destination, or the known address of the user. */
async function displayedForm(
  services: PageServices,
  user: User | null,
  { destination }: CurrentCart,
  { typed, isCompleted, countries }: { typed: SavedCheckout | undefined; isCompleted: boolean; countries: Countries },
): Promise<DisplayedForm> {
  if (typed && !isCompleted) return typedForm(typed, destination, countries);
  const known = user
    ? addressAt(await findUsualAddress(services.db, user), destination, countries)
    : { ...destination };
  if (!typed) return { billing: known, shipping: null, note: "" };
  const form = hasPlace(typed) ? typedForm(typed, destination, countries) : typed.form;
  return { ...form, billing: completedAddress(form.billing, known) };
}

/** Fields that every order asks for. */
const contactFields: ReadonlySet<string> = new Set(["firstName", "lastName", "phone", "email", "terms"]);

/** Returns the errors of a refused form, the field errors first. */
function checkoutErrors({ faults, waitSeconds }: SavedCheckout, form: DisplayedForm, shown: Shown): FormError[] {
  const errors = faults.map((fault) => checkoutError(fault, form, shown));
  if (waitSeconds === undefined) return errors;
  const message = shown.t("notices.refused.bot_check_failed", { seconds: waitSeconds });
  return [...errors, { controlId: null, message }];
}

/** Returns the text of a fault and the id of its control on this page. */
function checkoutError(
  { part, field, reason }: CheckoutFault,
  { billing, shipping }: DisplayedForm,
  { fulfilment, countries, t }: Shown,
): FormError {
  const { country = "" } = (part === "shipping" && shipping) || billing;
  const words = checkoutErrorText({ part, field, reason }, country, t);
  if (fulfilment === "download" && !contactFields.has(field)) return { controlId: null, ...words };
  if (field === "terms") return { controlId: termsControl, ...words };
  if (field === "note") return { controlId: noteControl, ...words };
  return { controlId: visibleControl(part === "shipping" ? part : "billing", field, countries), ...words };
}
