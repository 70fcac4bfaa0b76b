import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unsentForm } from "#http/checkout-guard.ts";
import { accountForms } from "#http/nonce-actions.ts";
import { accountField, type FormError } from "#http/refused-form.ts";
import { recheckedCart } from "#http/visitor-cart.ts";
import type { Translate } from "#platform/messages/catalogue.ts";
import { translator } from "#platform/messages/translate.ts";
import { routes } from "#routes";
import type { User } from "#shop/accounts/user.ts";
import { wholeName } from "#shop/accounts/user-name.rules.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { deliveredCountries } from "#shop/delivery/regions.rules.ts";
import { type CheckoutFault, type Handover, requiredFields } from "#shop/orders/checkout.rules.ts";
import { handoverOf } from "#shop/orders/handover.ts";
import type { Address } from "#shop/orders/order.ts";
import { findRefusedCheckout } from "#shop/orders/refused-checkouts.ts";
import { findUsualAddress } from "#shop/orders/user-addresses.ts";
import { seenControl } from "../../fragments/address-controls.ts";
import { faultMessage } from "../../fragments/fault-message.ts";
import { paymentChoices } from "../../fragments/payment-choices.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../../public-page.ts";
import { noteControl } from "./billing-fields.tsx";
import { cartOfForm } from "./cart-of-form.ts";
import { CheckoutPage } from "./page.tsx";
import { addressAt, completedAddress, typedAddress } from "./typed-address.ts";

/** GET /checkout/, with the form that was refused last. An empty cart leads to the cart page. */
export function checkoutRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get(routes.checkout(), async (request, reply) => {
    const cart = await recheckedCart({ ...services, request, reply }, "now");
    if (cart.lines.length === 0) return reply.header("cache-control", "no-store").redirect(routes.cart(), 302);
    return answerPersonalPage(services, request, reply, (page) => loadCheckout(services, request, reply, page, cart));
  });
  // What a form asks for has been done by now.
  app.post(routes.checkout(), (_request, reply) =>
    reply.header("cache-control", "no-store").redirect(routes.checkout(), 303),
  );
}

async function loadCheckout(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
  seen: CurrentCart,
): Promise<PageView> {
  const { facts } = page;
  const t = translator(facts.settings.language);
  const session = await services.visitors.find(request, reply);
  const user = session?.user ?? null;
  const typed = session && (await findRefusedCheckout(services.db, session.id, user?.id ?? null));
  const isCompleted = typed?.typedBy === null && user !== null;
  const [cartNonce, nonce, buyer] = await Promise.all([
    services.nonceOf(request, reply, "woocommerce-cart"),
    services.nonceOf(request, reply, "woocommerce-process_checkout"),
    user && buyerOf(services, request, reply, user),
  ]);
  const holder = await services.visitors.nonceHolder(request, reply);
  const address = isCompleted
    ? completedAddress(typed, await knownAddress(services, user, seen), seen.destination)
    : typed
      ? typedAddress(typed, seen.destination)
      : await knownAddress(services, user, seen);
  const cart = await cartOfForm(services, request, reply, address, seen);
  const handover = handoverOf(cart);
  return {
    title: t("checkout.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "checkout",
    frame: "checkout",
    flags: { isCheckout: true },
    content: (
      <CheckoutPage
        cart={cart}
        billing={{
          part: "billing",
          address,
          required: requiredFields(handover),
          countries: deliveredCountries.map((code) => ({ code, name: t(`checkout.country.${code}`) })),
          // What was missing may be there now.
          errors: (isCompleted ? [] : (typed?.faults ?? [])).map((fault) => checkoutError(fault, handover, t)),
        }}
        note={typed?.form.note ?? ""}
        payment={{
          methods: paymentChoices(facts.settings),
          nonce,
          began: services.guard.beganMark({ ...unsentForm, holder }, page.now),
        }}
        cartNonce={cartNonce}
        hiddenFields={{ chowk_attempt: randomUUID(), ...(user && { [accountField]: String(user.id) }) }}
        buyer={buyer}
      />
    ),
    tags: [],
  };
}

/** Who is signed in, and where he signs out. */
async function buyerOf(services: PersonalServices, request: FastifyRequest, reply: FastifyReply, user: User) {
  const nonce = await services.nonceOf(request, reply, accountForms["customer-logout"].action);
  return { name: wholeName(user), email: user.email, signOutHref: routes.signOut(nonce) };
}

/** What the account tells of who buys, and where the cart goes as far as it was said. */
async function knownAddress(
  { db }: PersonalServices,
  user: User | null,
  { destination }: CurrentCart,
): Promise<Partial<Address>> {
  const country = deliveredCountries[0];
  return user
    ? addressAt({ country, ...(await findUsualAddress(db, user)) }, destination)
    : { ...destination, country };
}

/** What is always asked of a buyer. */
const contactFields: ReadonlySet<string> = new Set(["firstName", "lastName", "phone", "email"]);

/** What is wrong, in words, and with which field of this page. */
function checkoutError({ part, field, reason }: CheckoutFault, handover: Handover, t: Translate): FormError {
  const message = faultMessage({ part, field, reason }, t);
  if (handover === "download" && !contactFields.has(field)) return { controlId: null, message };
  if (field === "note") return { controlId: noteControl, message };
  return { controlId: part === "shipping" ? null : seenControl("billing", field), message };
}
