/**
 * Runs in the page and does what the notes say of the attribution's script with its library: counts the page, writes the cookies
 * and defines the element that fills itself with one hidden input per field. Knows only direct visits. Source: wire notes 9.
 */
export function sourcebusterScript(): void {
  interface Tracking {
    params: { allowTracking: boolean; prefix: string };
    fields: Record<string, string>;
    setOrderTracking?: (allows: boolean) => void;
  }
  const page = window as never as {
    wc_order_attribution: Tracking;
    sbjs: { get: Record<string, Record<string, string>> };
  };
  const read = (name: string) => {
    const pair = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
    const text = decodeURIComponent(pair?.slice(name.length + 1) ?? "");
    return Object.fromEntries(text.split("|||").map((one) => [one.split("=")[0], one.split("=").slice(1).join("=")]));
  };
  const write = (name: string, values: Record<string, string>, end = "") => {
    const text = Object.entries(values).map((pair) => pair.join("="));
    document.cookie = `${name}=${encodeURIComponent(text.join("|||"))};path=/${end}`;
  };
  const names = ["migrations", "current_add", "first_add", "current", "first", "udata", "session"];
  const none = "(none)";
  const init = () => {
    const { pgs = "0" } = read("sbjs_session");
    const source = {
      typ: "typein",
      src: "(direct)",
      mdm: none,
      cmp: none,
      cnt: none,
      trm: none,
      id: none,
      plt: none,
      fmt: none,
      tct: none,
    };
    const added = { fd: "2026-11-21 12:00:00", ep: window.location.href, rf: document.referrer || none };
    const current = read("sbjs_current").typ ? (read("sbjs_current") as typeof source) : source;
    write("sbjs_migrations", { "1418474375998": "1" });
    write("sbjs_current", current);
    write("sbjs_first", current);
    write("sbjs_current_add", added);
    write("sbjs_first_add", added);
    write("sbjs_udata", { vst: "1", uip: none, uag: navigator.userAgent });
    write("sbjs_session", { pgs: String(Number(pgs) + 1), cpg: window.location.href }, ";max-age=1800");
    page.sbjs = {
      get: Object.fromEntries(names.map((name) => [name, read(`sbjs_${name}`) as Record<string, string>])),
    };
  };
  const valueOf = (place: string) => {
    const [part = "", key = ""] = place.split(".");
    return page.wc_order_attribution.params.allowTracking ? (page.sbjs.get[part]?.[key] ?? "") : "";
  };
  const fill = (element: Element) => {
    const { fields, params } = page.wc_order_attribution;
    element.innerHTML = "";
    for (const [name, place] of Object.entries(fields)) {
      const field = Object.assign(document.createElement("input"), { type: "hidden", value: valueOf(place) });
      field.name = params.prefix + name;
      element.append(field);
    }
  };
  init();
  customElements.define(
    "wc-order-attribution-inputs",
    class extends HTMLElement {
      connectedCallback(): void {
        fill(this);
      }
    },
  );
  page.wc_order_attribution.setOrderTracking = (allows) => {
    page.wc_order_attribution.params.allowTracking = allows;
    if (allows) init();
    else for (const name of names) document.cookie = `sbjs_${name}=;path=/;max-age=0`;
    for (const element of document.querySelectorAll("wc-order-attribution-inputs")) fill(element);
  };
}
