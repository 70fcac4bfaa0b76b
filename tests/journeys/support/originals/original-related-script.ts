/**
 * Our own script, which does what the notes say of the protocol's script for related posts, and runs in the page. It asks only if
 * the container has no posts yet, and shows the container once it has filled it. A click anywhere marks all links.
 * Source: wire notes 15.1.
 */
export function relatedScript(): void {
  interface Item {
    id: number;
    url: string;
    url_meta: { origin: number; position: number };
    title: string;
    date: string;
    context: string;
    format: string | false;
    excerpt: string;
    rel: string;
    img: { src: string; width: number; height: number; alt_text: string; srcset?: string; sizes?: string };
    classes: string[];
  }
  interface Answer {
    items: Item[];
    show_thumbnails: boolean;
    show_date: boolean;
    show_context: boolean;
    layout: string;
  }
  const container = document.querySelector<HTMLElement>("#jp-relatedposts");
  if (!container) return;
  const linkOf = ({ url, url_meta: meta, rel }: Item, content: string) =>
    `<a class="jp-relatedposts-post-a" href="${url}" rel="${rel}" data-origin="${meta.origin}" data-position="${meta.position}">${content}</a>`;
  const htmlOf = (item: Item, answer: Answer, index: number) => {
    const { img, classes } = item;
    const hasPicture = answer.show_thumbnails && img.src !== "";
    const plain = new DOMParser().parseFromString(item.excerpt, "text/html").body.textContent.replaceAll("<", "&lt;");
    return `<div class="${["jp-relatedposts-post", `jp-relatedposts-post${index}`, ...classes].join(" ")}" data-post-id="${item.id}" data-post-format="${item.format}">
      ${hasPicture ? linkOf(item, `<img class="jp-relatedposts-post-img" src="${img.src}" width="${img.width}" height="${img.height}" alt="${img.alt_text}">`) : ""}
      <h4 class="jp-relatedposts-post-title">${linkOf(item, item.title)}</h4>
      ${hasPicture ? "" : `<p class="jp-relatedposts-post-excerpt">${plain}</p>`}
      ${answer.show_date ? `<p class="jp-relatedposts-post-date">${item.date}</p>` : ""}
      ${answer.show_context ? `<p class="jp-relatedposts-post-context">${item.context}</p>` : ""}</div>`;
  };
  const show = (answer: Answer) => {
    if (answer.items.length === 0) return;
    const items = document.createElement("div");
    items.className = `jp-relatedposts-items jp-relatedposts-items-${answer.show_thumbnails ? "visual" : "minimal"} jp-relatedposts-${answer.layout}`;
    items.innerHTML = answer.items.map((item, index) => htmlOf(item, answer, index)).join("");
    container.append(items);
    container.style.display = "block";
  };
  document.addEventListener("click", () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a.jp-relatedposts-post-a")) {
      const { origin, position } = link.dataset;
      link.search += `${link.search ? "&" : "?"}relatedposts_hit=1&relatedposts_origin=${origin}&relatedposts_position=${position}`;
    }
  });
  if (container.querySelector(".jp-relatedposts-post")) return;
  const request = new XMLHttpRequest();
  const { pathname, search } = window.location;
  const exclude = container.dataset.exclude ? `&relatedposts_exclude=${container.dataset.exclude}` : "";
  request.open("GET", `${pathname}${search ? `${search}&` : "?"}relatedposts=1${exclude}`);
  request.setRequestHeader("x-requested-with", "XMLHttpRequest");
  request.onload = () => {
    if (request.status !== 200) return;
    try {
      show(JSON.parse(request.responseText) as Answer);
    } catch {
      // The original ignores what it cannot read.
    }
  };
  request.send();
}
