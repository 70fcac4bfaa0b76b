import type { ReactNode } from "react";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import type { User } from "#shop/accounts/user.ts";
import type { PageRequest, PageServices } from "../rendering/public-page.ts";
import type { AccountSection } from "./account-frame.tsx";

/** What a page of an account is made from. */
export interface OwnRequest extends PageRequest {
  services: PageServices;
  visit: Visit;
  /** Parameters of the route's pattern. */
  params: Readonly<Record<string, string>>;
  /** Whose account it is. */
  user: User;
  t: Translate;
}

/** A page's own part. */
export interface OwnPart {
  current: AccountSection;
  title: string;
  content: ReactNode;
}
