import { routes } from "#routes";

/** The address of a picture's file. */
export function mediaSrc({ file }: { file: string }): string {
  return routes.media(file);
}
