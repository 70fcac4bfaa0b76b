const values = new WeakMap<object, Map<string, unknown>>();

/**
 * Returns a value computed from a cached object, computed once per key and kept as long as the object: when a cache
 * drops the object, its derived values go too. `make` may depend only on the object and the key. Keys start with a name
 * that is unique in the whole shop.
 */
export function derived<Value>(owner: object, key: string, make: () => Value): Value {
  let own = values.get(owner);
  if (!own) values.set(owner, (own = new Map<string, unknown>()));
  // Only this call site creates values for this key.
  let value = own.get(key) as Value | undefined;
  if (value === undefined) own.set(key, (value = make()));
  return value;
}
