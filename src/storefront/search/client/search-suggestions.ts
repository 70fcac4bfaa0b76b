import { clientRoutes } from "#routes";
import { announce } from "../../client/announce.ts";

interface Link {
  name: string;
  url: string;
}

interface Product extends Link {
  price: { now: string; was: string | null } | null;
  picture: { src: string; srcSet: string } | null;
}

interface Suggestions {
  products: Product[];
  categories: Link[];
  pages: Link[];
  articles: Link[];
  arePagesFirst: boolean;
  all: Link | null;
}

/** Suggestions are fetched this long after the last key. */
const typingDelayMs = 150;
const minLength = 2;
/** Answers are about 3 kB each. */
const maxCached = 50;

/** Makes the search field a combobox with a list of suggestions. Choosing an option follows its link. */
export function startSuggestions(field: HTMLInputElement, signal: AbortSignal): void {
  const list = field.closest(".search-panel")?.querySelector<HTMLElement>(".suggestions");
  if (!list || list.id) return;
  list.id = `suggestions-${document.querySelectorAll(".suggestions[id]").length}`;
  signal.addEventListener("abort", () => list.removeAttribute("id"));
  new SuggestionList(field, list).start(signal);
}

class SuggestionList {
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  /** Answers by lower-case text, oldest first. */
  readonly #cache = new Map<string, Suggestions>();
  #timer = 0;
  #request: AbortController | undefined;
  #options: HTMLElement[] = [];
  #chosen = -1;

  constructor(field: HTMLInputElement, list: HTMLElement) {
    this.#field = field;
    this.#list = list;
  }

  start(signal: AbortSignal): void {
    const field = this.#field;
    field.role = "combobox";
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.#list.id);
    field.setAttribute("aria-expanded", "false");
    field.addEventListener("input", () => this.#search(), { signal });
    field.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    field.addEventListener("blur", () => this.#close(), { signal });
    // A press on an option leaves the focus in the field.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    this.#list.addEventListener("click", ({ target }) => this.#onClick(target as Element), { signal });
    if (document.activeElement === field) this.#search();
  }

  #onClick(target: Element): void {
    const option = target.closest<HTMLElement>("[role=option]");
    if (option) this.#follow(option);
  }

  #search(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    const text = this.#field.value.trim().toLowerCase();
    if (text.length < minLength) this.#close();
    else this.#timer = window.setTimeout(() => void this.#load(text), this.#cache.has(text) ? 0 : typingDelayMs);
  }

  async #load(text: string): Promise<void> {
    this.#request = new AbortController();
    const { signal } = this.#request;
    const suggestions = this.#cache.get(text) ?? (await fetchSuggestions(text, signal));
    if (suggestions && !this.#cache.has(text)) this.#store(text, suggestions);
    if (signal.aborted || document.activeElement !== this.#field) return;
    if (suggestions) this.#show(suggestions);
    else this.#close();
  }

  #store(text: string, suggestions: Suggestions): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= maxCached && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(text, suggestions);
  }

  #show({ products, categories, pages, articles, arePagesFirst, all }: Suggestions): void {
    const [categoriesLabel = "", pagesLabel = "", articlesLabel = "", countLabel = "", none = "", ...priceWords] =
      this.#list.dataset.words?.split("|") ?? [];
    const texts = [...group(pagesLabel, pages), ...group(articlesLabel, articles)];
    const groups = [
      ...(arePagesFirst ? texts : []),
      ...products.map((product) => productOption(product, priceWords)),
      ...group(categoriesLabel, categories),
      ...(arePagesFirst ? [] : texts),
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

  #onKey(event: KeyboardEvent): void {
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
      // Home, End and letters act on the text.
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

/** Returns undefined if the request fails: the field can still be submitted. */
async function fetchSuggestions(text: string, signal: AbortSignal): Promise<Suggestions | undefined> {
  try {
    const response = await fetch(clientRoutes.suggest(text), { signal });
    return response.ok ? ((await response.json()) as Suggestions) : undefined;
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

/** Formats a price as on cards: plain or reduced (new price first, old one struck through). */
function priceLabel({ now, was }: NonNullable<Product["price"]>, words: readonly string[]): HTMLElement {
  const [nowWord = "", beforeWord = ""] = words;
  const label = element("small", "price");
  const price = element(was === null ? "b" : "ins", "now");
  if (was !== null) price.append(element("span", "vh", `${nowWord} `));
  price.append(now);
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
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}
