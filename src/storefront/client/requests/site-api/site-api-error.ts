/** A failed call of the site API: what the server said, or one of the codes below. */
export class SiteApiError extends Error {
  /** Such as "rest_forbidden". */
  readonly code: string;
  /** What the server says about it: the status and more. */
  readonly data: unknown;

  constructor(code: string, message: string, data: unknown = null) {
    super(message);
    this.name = "SiteApiError";
    this.code = code;
    this.data = data;
  }
}

/** The texts of failures without an answer of the server that can be shown. Source: storefront specification 8. */
const messages = {
  fetch_error: "You are probably offline.",
  invalid_json: "The response is not a valid JSON response.",
  unknown_error: "An unknown error occurred.",
  post_process: "Media upload failed. If this is a photo or a large image, please scale it down and try again.",
} as const;

/** Returns the error of one of these codes. */
export function failure(code: keyof typeof messages): SiteApiError {
  return new SiteApiError(code, messages[code]);
}
