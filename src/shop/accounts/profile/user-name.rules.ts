import type { User } from "../user.ts";

/** What somebody is called by: his first name or, where there is none, what his e-mail address begins with. */
export function calledName({ firstName, email }: Pick<User, "firstName" | "email">): string {
  return firstName || email.replace(/@.*$/, "");
}

/** His whole name, as far as he gave it; "" where he gave none. */
export function wholeName({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
