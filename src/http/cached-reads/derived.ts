const values = new WeakMap<object, Map<string, unknown>>();

/**
 * Returns what `make` makes of a cached object, made once a key and kept as long as the object lives: what a cache drops takes
 * along what was derived from it. `make` may depend on the object and the key alone. Keys begin with a name that is unique in
 * the whole shop.
 */
export function derived<Value>(owner: object, key: string, make: () => Value): Value {
  let own = values.get(owner);
  if (!own) values.set(owner, (own = new Map<string, unknown>()));
  // Only this call site makes values of this key.
  let value = own.get(key) as Value | undefined;
  if (value === undefined) own.set(key, (value = make()));
  return value;
}
