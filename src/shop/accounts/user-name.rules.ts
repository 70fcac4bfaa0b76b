import type { User } from "./user.ts";

/** What somebody is called by: his first name or, where there is none, what his e-mail address begins with. */
export function calledName({ firstName, email }: Pick<User, "firstName" | "email">): string {
  return firstName || email.replace(/@.*$/, "");
}
