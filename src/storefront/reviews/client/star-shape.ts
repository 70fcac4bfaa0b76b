const namespace = "http://www.w3.org/2000/svg";

/** Returns a star, as the server draws icons. */
export function starShape(): SVGSVGElement {
  const svg = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", "m12 3.5 2.6 5.5 6 .7-4.4 4.1 1.2 6-5.4-3-5.4 3 1.2-6L3.4 9.7l6-.7z");
  for (const [name, value] of Object.entries({ class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }))
    svg.setAttribute(name, value);
  svg.append(path);
  return svg;
}
