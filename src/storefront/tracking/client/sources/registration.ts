const key = "chowk_registering";

/** Remembers that a registration form was sent: the next page shows whether it succeeded. */
export function setRegistering(isSent: boolean): void {
  if (isSent) sessionStorage.setItem(key, "1");
  else sessionStorage.removeItem(key);
}

/** Tells whether the page before sent a registration form. */
export function isRegistering(): boolean {
  return sessionStorage.getItem(key) !== null;
}
