import type { ReactNode } from "react";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import type { User } from "#shop/accounts/user.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import type { AccountSection } from "./fragments/account-frame.tsx";

/** Input for loading an account page. */
export interface AccountRequest extends PageRequest {
  services: PageServices;
  visit: Visit;
  /** Parameters of the route's pattern. */
  params: Readonly<Record<string, string>>;
  /** The signed-in user. */
  user: User;
  t: Translate;
}

/** The content of one account page. */
export interface AccountPart {
  current: AccountSection;
  title: string;
  content: ReactNode;
  /** Whether it asks for country, state and postcode. */
  hasPlaceFields?: boolean;
}
