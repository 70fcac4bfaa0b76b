import { starShape } from "./star-shape.ts";

/**
 * Replaces the rating selector of the review form by five stars, which set its value. Source: wire notes 7.2; the marks are
 * those of the protocol's own script, whose stars are left as they are.
 */
export function showStars(): void {
  const select = document.querySelector<HTMLSelectElement>("#commentform #rating, .comment-form #rating");
  const row = select?.closest(".comment-form-rating");
  if (!select || !row || row.querySelector(".stars")) return;
  const options = [...select.options].filter(({ value }) => value !== "");
  const links = options.toSorted((a, b) => Number(a.value) - Number(b.value)).map(starLink);
  const group = Object.assign(document.createElement("span"), { role: "group" });
  const label = row.querySelector("label");
  if (label) {
    label.id ||= "rating-label";
    group.setAttribute("aria-labelledby", label.id);
  }
  group.append(...links);
  const stars = Object.assign(document.createElement("p"), { className: "stars" });
  stars.append(group);
  select.before(stars);
  select.hidden = true;
  // Its message would point at a field that nobody sees.
  select.required = false;
  const choose = (link: HTMLElement) => {
    select.value = link.dataset.value ?? "";
    mark(links, stars, select.value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  mark(links, stars, select.value);
  group.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (!link) return;
    event.preventDefault();
    choose(link);
  });
  group.addEventListener("keydown", (event) => {
    const next = neighbour(event, links);
    if (!next) return;
    event.preventDefault();
    if (event.key !== " ") next.focus();
    choose(next);
  });
}

function starLink({ value, text }: HTMLOptionElement): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = "#";
  link.className = `star-${value}`;
  link.role = "radio";
  link.dataset.value = value;
  const label = Object.assign(document.createElement("span"), { className: "vh", textContent: text });
  link.append(starShape(), label);
  return link;
}

function mark(links: readonly HTMLElement[], stars: Element, value: string): void {
  stars.classList.toggle("selected", value !== "");
  for (const [index, link] of links.entries()) {
    const isChosen = link.dataset.value === value;
    link.classList.toggle("active", isChosen);
    link.classList.toggle("on", Number(link.dataset.value) <= Number(value));
    link.ariaChecked = String(isChosen);
    link.tabIndex = isChosen || (value === "" && index === 0) ? 0 : -1;
  }
}

/** Returns the star that a key chooses. The arrow keys follow the text's direction. */
function neighbour({ key, target }: KeyboardEvent, links: readonly HTMLElement[]): HTMLElement | undefined {
  const at = links.indexOf(target as HTMLElement);
  if (at < 0) return undefined;
  if (key === " ") return links[at];
  if (key === "Home") return links[0];
  if (key === "End") return links.at(-1);
  const isRtl = getComputedStyle(target as HTMLElement).direction === "rtl";
  const forward = ["ArrowDown", isRtl ? "ArrowLeft" : "ArrowRight"];
  const backward = ["ArrowUp", isRtl ? "ArrowRight" : "ArrowLeft"];
  if (forward.includes(key)) return links[(at + 1) % links.length];
  return backward.includes(key) ? links.at(at - 1) : undefined;
}
