import { PageNotFound } from "#http/page-not-found.ts";
import { namedCountries } from "#shop/delivery/country-name.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { findUserOrder } from "#shop/orders/orders.ts";
import { type AddressKind, findAddresses } from "#shop/orders/user-addresses.ts";
import { addressControl } from "../address/fragments/address-controls.ts";
import { addressFields } from "../address/fragments/address-field.tsx";
import { addressForm } from "../address/fragments/address-form.ts";
import { OrderGoods } from "../downloads/fragments/digital-goods.tsx";
import { loadOrderGoods } from "../downloads/fragments/load-order-goods.ts";
import { OrderDetails } from "../order-received/fragments/order-details.tsx";
import { orderPictures } from "../order-received/fragments/order-pictures.ts";
import type { AccountPart, AccountRequest } from "./account-request.ts";
import { userForm } from "./account-view.ts";
import { AddressesPage, EditAddressPage } from "./addresses-page.tsx";
import { ViewOrderPage } from "./orders-page.tsx";

/** Loads one order of the user. @throws PageNotFound for an unknown order and for another user's order */
export async function viewOrderPart({ services, params, user, facts, now, t }: AccountRequest): Promise<AccountPart> {
  const order = await findUserOrder(services.db, user.id, Number(params.id), facts.settings);
  if (!order) throw new PageNotFound();
  const pictures = await orderPictures(services, order, { facts, now });
  const goods = await loadOrderGoods(services, order, now);
  return {
    current: "orders",
    title: t("account.order.title"),
    content: (
      <ViewOrderPage order={order}>
        <OrderGoods {...goods} />
        <OrderDetails order={order} pictures={pictures} storeCountry={facts.settings.store_country} />
      </ViewOrderPage>
    ),
  };
}

/** Loads the user's saved addresses. */
export async function addressesPart({ services, user, facts, t }: AccountRequest): Promise<AccountPart> {
  const addresses = await findAddresses(services.db, user.id);
  return {
    current: "edit-address",
    title: t("account.addresses"),
    content: <AddressesPage addresses={addresses} storeCountry={facts.settings.store_country} />,
  };
}

/** Loads the form for the billing or shipping address. */
export async function addressPart(given: AccountRequest): Promise<AccountPart> {
  const { services, user, facts, t } = given;
  const { kind } = given.params;
  if (kind !== "billing" && kind !== "shipping") throw new PageNotFound();
  const form = await userForm(given, "save_address");
  const known = (await findAddresses(services.db, user.id))[kind];
  const { firstName, lastName, email, phone } = user;
  const address = addressForm({
    part: kind,
    address: form.refused
      ? typedAddress(kind, form.refused.typed)
      : (known ?? { firstName, lastName, email, phone: phone ?? "" }),
    fulfilment: "courier",
    countries: namedCountries(deliveredCountries(facts.zones, facts.settings), facts.settings.language),
    errors: form.refused?.errors ?? [],
  });
  return {
    current: "edit-address",
    title: t(`account.address.${kind}`),
    content: <EditAddressPage form={form} address={address} />,
    hasPlaceFields: true,
  };
}

function typedAddress(kind: AddressKind, typed: Readonly<Record<string, string>>): Partial<Address> {
  return Object.fromEntries(addressFields.map((field) => [field, typed[addressControl(kind, field)] ?? ""]));
}
