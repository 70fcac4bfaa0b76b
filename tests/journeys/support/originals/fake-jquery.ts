/**
 * Runs in the page and fakes the parts of jQuery 3 that scripts of shops use: one native listener per element and type, which
 * is silent while `jQuery.event.triggered` names its type; `trigger` walks up the tree itself; delegation; `jQuery.fn`; ready
 * callbacks in their own task, in order; the list of handlers; and `data`, which reads the attributes of an element only once.
 */
export function fakeJQuery(): void {
  type Run = (...parameters: unknown[]) => unknown;
  interface Handler {
    name: string;
    namespace: string;
    selector: string;
    run: Run;
  }
  class FakeEvent {
    originalEvent: Event | undefined;
    target: EventTarget | undefined;
    currentTarget: EventTarget | undefined;
    #isPrevented = false;
    readonly type: string;
    constructor(type: string) {
      this.type = type;
    }
    isDefaultPrevented() {
      return this.#isPrevented;
    }
    preventDefault() {
      this.#isPrevented = true;
      this.originalEvent?.preventDefault();
    }
    stopPropagation() {
      this.originalEvent?.stopPropagation();
    }
  }
  const stores = new WeakMap<EventTarget, { handlers: Handler[]; types: Set<string> }>();
  const cachedData = new WeakMap<EventTarget, { values: Record<string, unknown>; hasAttributes: boolean }>();
  const typeOf = (name: string) => name.split(".")[0] ?? "";

  /** Returns the elements for which a handler runs. */
  const placesOf = (bound: EventTarget, { selector }: Handler, from: EventTarget | undefined): EventTarget[] => {
    if (selector === "") return [bound];
    const places: Element[] = [];
    for (let node = from as Element | null; node && node !== bound; node = node.parentElement)
      if (node.matches(selector)) places.push(node);
    return places;
  };
  const run = (bound: EventTarget, name: string, event: FakeEvent, parameters: unknown[]) => {
    const matching = (stores.get(bound)?.handlers ?? []).filter(
      (one) => typeOf(one.name) === typeOf(name) && (!name.includes(".") || one.name === name),
    );
    for (const one of matching)
      for (const place of placesOf(bound, one, event.target)) {
        event.currentTarget = place;
        if (one.run.call(place, event, ...parameters) !== false) continue;
        event.preventDefault();
        event.stopPropagation();
      }
  };
  const bind = (bound: EventTarget, name: string, selector: string, handler: Run) => {
    const store = stores.get(bound) ?? { handlers: [], types: new Set<string>() };
    const type = typeOf(name);
    stores.set(bound, store);
    store.handlers.push({ name, namespace: name.slice(type.length + 1), selector, run: handler });
    if (store.types.has(type)) return;
    store.types.add(type);
    bound.addEventListener(type, (native) => {
      if (jQuery.event.triggered === native.type) return;
      const event = new FakeEvent(native.type);
      event.originalEvent = native;
      event.target = native.target ?? undefined;
      run(bound, native.type, event, []);
    });
  };

  class FakeSet {
    readonly 0: EventTarget;
    readonly jquery = "3";
    constructor(target: EventTarget) {
      this[0] = target;
    }
    data(name?: string, value?: unknown) {
      const data = cachedData.get(this[0]) ?? { values: {}, hasAttributes: false };
      cachedData.set(this[0], data);
      if (name !== undefined) return void (data.values[name] = value);
      if (!data.hasAttributes) data.values = Object.assign({}, (this[0] as HTMLElement).dataset, data.values);
      data.hasAttributes = true;
      return data.values;
    }
    removeData(name: string) {
      delete cachedData.get(this[0])?.values[name];
    }
    on(names: string, selectorOrHandler: string | Run, handler?: Run) {
      const [selector, given] =
        typeof selectorOrHandler === "string" ? [selectorOrHandler, handler] : ["", selectorOrHandler];
      if (given) for (const name of names.split(" ")) bind(this[0], name, selector, given);
    }
    off(name: string, handler: Run) {
      const store = stores.get(this[0]);
      if (store) store.handlers = store.handlers.filter((one) => one.name !== name || one.run !== handler);
    }
    trigger(given: string | FakeEvent, parameters: unknown[] = []) {
      const event = typeof given === "string" ? new FakeEvent(given) : given;
      event.target = this[0];
      const path: EventTarget[] = [];
      for (let node = this[0] as Node | null; node; node = node.parentNode) path.push(node);
      for (const node of [...path, window]) run(node, event.type, event, parameters);
    }
  }

  const whenParsed = new Promise<void>((resolve) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => resolve());
    else setTimeout(resolve);
  });
  const jQuery = (given: EventTarget | (() => void)) => {
    if (typeof given !== "function") return new FakeSet(given);
    return void whenParsed.then(() => setTimeout(given));
  };
  jQuery.fn = FakeSet.prototype;
  jQuery.event = { triggered: undefined as string | undefined };
  jQuery.Event = (type: string) => new FakeEvent(type);
  jQuery._data = (target: EventTarget) => {
    const handlers = stores.get(target)?.handlers ?? [];
    return Object.fromEntries(
      handlers.map(({ name }) => [typeOf(name), handlers.filter((one) => typeOf(one.name) === typeOf(name))]),
    );
  };
  Object.assign(window, { jQuery });
}
