import { clientRoutes } from "#routes";
import { readCookie } from "../../client/requests/read-cookie.ts";
import { viewedCookie } from "./recently-viewed.ts";

/** Shows the products that the visitor has seen below a product page, once its end is less than a screen away. */
export function startViewedProducts(): void {
  const place = document.querySelector<HTMLElement>(".recently-viewed");
  const id = place?.dataset.product ?? "";
  const others = readCookie(viewedCookie)
    .split("|")
    .filter((other) => /^\d+$/.test(other) && other !== id);
  if (!place || others.length === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      show(place, Number(id)).catch(reportError);
    },
    { rootMargin: "100% 0%" },
  );
  observer.observe(place);
}

async function show(place: HTMLElement, productId: number): Promise<void> {
  const answer = await fetch(clientRoutes.recentlyViewed(productId));
  if (answer.ok) place.innerHTML = await answer.text();
}
