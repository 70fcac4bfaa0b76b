import { addressOf } from "./shape-answer.ts";

/** A page of a list, and where its list is. */
export interface PageAddress {
  siteUrl: string;
  /** Below the root of the API. */
  path: string;
  /** Everything that the caller sent, as in a URL. */
  query: Readonly<Record<string, unknown>>;
}

/** Returns the headers that say how long a list is, and where its next and previous pages are. */
export function pagingHeaders(
  { total, page, perPage }: { total: number; page: number; perPage: number },
  { siteUrl, path, query }: PageAddress,
): Record<string, string> {
  const pages = Math.ceil(total / perPage);
  const address = (number: number) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, page: number }))
      for (const one of [value].flat()) parameters.append(name, String(one));
    return `${addressOf(path, siteUrl)}?${parameters.toString()}`;
  };
  const links = [
    ...(page > 1 ? [`<${address(Math.min(page - 1, Math.max(pages, 1)))}>; rel="prev"`] : []),
    ...(page < pages ? [`<${address(page + 1)}>; rel="next"`] : []),
  ];
  return {
    "x-wp-total": String(total),
    "x-wp-totalpages": String(pages),
    ...(links.length > 0 && { link: links.join(", ") }),
  };
}
