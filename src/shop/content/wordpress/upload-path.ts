const uploadsPath = /^(?:.*?\/)?wp-content\/uploads\//;

/** Returns the path below wp-content/uploads/ of an address; undefined for addresses elsewhere. */
export function uploadPath(address: string): string | undefined {
  const { pathname } = new URL(address);
  if (!uploadsPath.test(pathname)) return undefined;
  try {
    return decodeURIComponent(pathname.replace(uploadsPath, ""));
  } catch {
    return undefined;
  }
}
