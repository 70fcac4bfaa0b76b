/** A refused call of the REST API, in the protocol's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** More about it, next to the status. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** Returns the body of an error. */
export function errorBody({ status, code, message, data }: ApiError) {
  return { code, message, data: { status, ...data } };
}

/** Returns the refusal of a parameter's value. */
export function invalidParameter(name: string, message: string, code = "rest_invalid_param"): ApiError {
  return new ApiError(400, "rest_invalid_param", `Invalid parameter(s): ${name}`, {
    params: { [name]: message },
    details: { [name]: { code, message, data: null } },
  });
}

/** Returns the error for a caller without permission: 401 for guests, 403 for users. */
export function forbidden(isGuest: boolean, code = "rest_forbidden", message = notAllowed): ApiError {
  return new ApiError(isGuest ? 401 : 403, code, message);
}

const notAllowed = "Sorry, you are not allowed to do that.";

/** No route has this path and method. */
export const noRoute = new ApiError(404, "rest_no_route", "No route matches this URL and method.");
