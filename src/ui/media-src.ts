import { routes } from "#routes";

/** Returns the URL path of a picture's file. */
export function mediaSrc({ file }: { file: string }): string {
  return routes.media(file);
}
