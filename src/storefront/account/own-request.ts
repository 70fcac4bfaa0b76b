import type { FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import type { Translate } from "#messages/catalogue.ts";
import type { User } from "#shop/accounts/user.ts";
import type { PersonalServices } from "../rendering/personal-services.ts";
import type { PageRequest } from "../rendering/public-page.ts";
import type { AccountSection } from "./account-frame.tsx";

/** What a page of an account is made from. */
export interface OwnRequest extends PageRequest {
  services: PersonalServices;
  request: FastifyRequest<{ Params: Record<string, string> }>;
  reply: FastifyReply;
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
