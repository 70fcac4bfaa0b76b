import { routes } from "#routes";
import { announce } from "../../client/announce.ts";

interface Link {
  name: string;
  url: string;
}

interface Product extends Link {
  price: { now: string[]; was: string | null } | null;
  picture: { src: string; srcSet: string } | null;
}

interface Suggestions {
  products: Product[];
  categories: Link[];
  articles: Link[];
  all: Link | null;
}

/** After the last key, in milliseconds. */
const rest = 150;
const fewest = 2;
/** Answers kept, of some 3 kB each. */
const mostKept = 50;
const kept = new Map<string, Suggestions>();

/** Makes the search field a combobox whose list has what the text may mean; an option is followed as its link is. */
export function startSuggestions(field: HTMLInputElement): void {
  const list = field.closest(".search-panel")?.querySelector<HTMLElement>(".suggestions");
  if (!list || list.id) return;
  list.id = `suggestions-${document.querySelectorAll(".suggestions[id]").length}`;
  new SuggestionList(field, list).start();
}

class SuggestionList {
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  #timer = 0;
  #request: AbortController | undefined;
  #options: HTMLElement[] = [];
  #chosen = -1;

  constructor(field: HTMLInputElement, list: HTMLElement) {
    this.#field = field;
    this.#list = list;
  }

  start(): void {
    const field = this.#field;
    field.role = "combobox";
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.#list.id);
    field.setAttribute("aria-expanded", "false");
    field.addEventListener("input", () => this.#ask());
    field.addEventListener("keydown", (event) => this.#press(event));
    field.addEventListener("blur", () => this.#close());
    // The field keeps the focus while the pointer chooses; the click itself follows the option's link.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const option = (event.target as Element).closest<HTMLElement>("[role=option]");
      if (option) this.#follow(option);
    });
    if (document.activeElement === field) this.#ask();
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    const text = this.#field.value.trim().toLowerCase();
    if (text.length < fewest) this.#close();
    else this.#timer = window.setTimeout(() => void this.#find(text), kept.has(text) ? 0 : rest);
  }

  async #find(text: string): Promise<void> {
    this.#request = new AbortController();
    const { signal } = this.#request;
    const found = kept.get(text) ?? (await fetchSuggestions(text, signal));
    if (signal.aborted || document.activeElement !== this.#field) return;
    if (found) this.#show(found);
    else this.#close();
  }

  #show({ products, categories, articles, all }: Suggestions): void {
    const [categoriesLabel = "", articlesLabel = "", countLabel = "", none = "", ...priceWords] =
      this.#list.dataset.words?.split("|") ?? [];
    const groups = [
      ...products.map((product) => productOption(product, priceWords)),
      ...group(categoriesLabel, categories),
      ...group(articlesLabel, articles),
      ...(all ? [optionOf(all, element("span", "suggestion-all", all.name))] : []),
    ];
    this.#list.replaceChildren(...groups);
    this.#options = [...this.#list.querySelectorAll<HTMLElement>("[role=option]")];
    for (const [index, option] of this.#options.entries()) option.id = `${this.#list.id}-${index}`;
    const count = this.#options.length;
    this.#choose(-1);
    this.#expand(count > 0);
    announce(count > 0 ? countLabel.replace("0", String(count)) : none);
  }

  #press(event: KeyboardEvent): void {
    const { key } = event;
    const last = this.#options.length - 1;
    const isOpen = !this.#list.hidden;
    if (event.isComposing) return;
    if (key === "Escape" && isOpen) this.#close();
    else if (key === "ArrowDown" && isOpen) this.#choose(this.#chosen >= last ? -1 : this.#chosen + 1);
    else if (key === "ArrowUp" && isOpen) this.#choose(this.#chosen < 0 ? last : this.#chosen - 1);
    else if (key === "ArrowDown" && this.#options.length > 0) this.#expand(true);
    else if (key === "Enter" && this.#options[this.#chosen]) this.#follow(this.#options[this.#chosen]);
    else {
      // Home, End and the letters belong to the text.
      if (key === "Home" || key === "End") this.#choose(-1);
      return;
    }
    event.preventDefault();
  }

  #choose(index: number): void {
    this.#options[this.#chosen]?.setAttribute("aria-selected", "false");
    this.#chosen = index;
    const option = this.#options[index];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.#field.setAttribute("aria-activedescendant", option.id);
    else this.#field.removeAttribute("aria-activedescendant");
  }

  #follow(option: HTMLElement | undefined): void {
    if (option?.dataset.url) location.assign(option.dataset.url);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#choose(-1);
    this.#expand(false);
  }

  #expand(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#field.setAttribute("aria-expanded", String(isOpen));
  }
}

/** Nothing when the network or the shop fails: the field still sends what is in it. */
async function fetchSuggestions(text: string, signal: AbortSignal): Promise<Suggestions | undefined> {
  try {
    const answer = await fetch(routes.suggest(text), { signal });
    if (!answer.ok) return undefined;
    const found = (await answer.json()) as Suggestions;
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(text, found);
    return found;
  } catch {
    return undefined;
  }
}

function group(label: string, links: readonly Link[]): HTMLElement[] {
  if (links.length === 0) return [];
  const section = element("div", "suggestion-group");
  section.role = "group";
  section.ariaLabel = label;
  const heading = element("p", "suggestion-heading", label);
  heading.role = "presentation";
  section.append(heading, ...links.map((link) => optionOf(link, element("span", "suggestion-name", link.name))));
  return [section];
}

function productOption(product: Product, priceWords: readonly string[]): HTMLElement {
  const words = element("span", "suggestion-words");
  words.append(element("span", "suggestion-name", product.name));
  if (product.price) words.append(priceLabel(product.price, priceWords));
  if (!product.picture) return optionOf(product, words);
  const image = document.createElement("img");
  Object.assign(image, { alt: "", width: 64, height: 64, sizes: "64px", decoding: "async" });
  if (product.picture.srcSet) image.srcset = product.picture.srcSet;
  image.src = product.picture.src;
  return optionOf(product, image, words);
}

/** As cards have it: plain, reduced (new price first, old one struck through) or a range. */
function priceLabel({ now, was }: NonNullable<Product["price"]>, words: readonly string[]): HTMLElement {
  const [nowWord = "", beforeWord = "", toWord = ""] = words;
  const [lowest = "", highest] = now;
  const label = element("small", "price");
  const price = element(was === null ? "b" : "ins", "now");
  if (was !== null) price.append(element("span", "vh", `${nowWord} `));
  price.append(lowest);
  if (highest !== undefined) {
    const dash = element("span", "", " – ");
    dash.ariaHidden = "true";
    price.append(dash, element("span", "vh", ` ${toWord} `), highest);
  }
  label.append(price);
  if (was === null) return label;
  const before = element("del", "");
  before.append(element("span", "vh", `${beforeWord} `), was);
  label.append(" ", before);
  return label;
}

function optionOf({ url }: Link, ...parts: HTMLElement[]): HTMLElement {
  const option = element("div", "suggestion");
  option.role = "option";
  option.ariaSelected = "false";
  option.dataset.url = url;
  option.append(...parts);
  return option;
}

function element(
  name: "div" | "p" | "span" | "small" | "b" | "ins" | "del",
  className: string,
  text = "",
): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
