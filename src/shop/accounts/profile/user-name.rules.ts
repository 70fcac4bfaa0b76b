import type { User } from "../user.ts";

/** Returns the name to address a user by: the first name, else the local part of the email. */
export function displayName({ firstName, email }: Pick<User, "firstName" | "email">): string {
  return firstName || email.replace(/@.*$/, "");
}

/** Returns a user's full name; "" if none was given. */
export function wholeName({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
