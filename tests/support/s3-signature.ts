import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface S3Account {
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Maximum difference (ms) between a request's date and now. */
const maxSkewMs = 15 * 60 * 1000;

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/**
 * Checks a request's Signature Version 4 (AWS, "Authenticating Requests: Using the Authorization Header").
 * @returns the S3 error code, or undefined when the signature is valid
 */
export function signatureProblem(request: IncomingMessage, body: Buffer, account: S3Account): string | undefined {
  const header = request.headers.authorization ?? "";
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header);
  if (!parts) return "AccessDenied";
  const [, credential = "", signedHeaders = "", signature] = parts;
  const [accessKey, day = "", ...scope] = credential.split("/");
  if (accessKey !== account.accessKey) return "InvalidAccessKeyId";
  if (scope.join("/") !== `${account.region}/s3/aws4_request`) return "AuthorizationHeaderMalformed";
  const date = String(request.headers["x-amz-date"]);
  if (!date.startsWith(day) || Math.abs(momentOf(date) - Date.now()) > maxSkewMs) return "RequestTimeTooSkewed";
  const names = signedHeaders.split(";");
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  if (mustBeSigned.some((name) => !names.includes(name)) || names.join() !== names.toSorted().join())
    return "AccessDenied";
  const hash = String(request.headers["x-amz-content-sha256"]);
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const canonical = [
    request.method,
    canonicalPath(request),
    canonicalQuery(request),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, " ")}`),
    "",
    signedHeaders,
    hash,
  ].join("\n");
  const dayKey = hmac(`AWS4${account.secretKey}`, day);
  const key = hmac(hmac(hmac(dayKey, account.region), "s3"), "aws4_request");
  const toSign = ["AWS4-HMAC-SHA256", date, [day, ...scope].join("/"), sha256(canonical)].join("\n");
  return hmac(key, toSign).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

/** Parses "20261123T063000Z" to ms since 1970. */
function momentOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Decodes and encodes again, so that only the canonical spelling matches. */
function canonicalPath({ url = "" }: IncomingMessage): string {
  return decodeURIComponent(url.split("?")[0] ?? "")
    .split("/")
    .map(encoded)
    .join("/");
}

function canonicalQuery({ url = "" }: IncomingMessage): string {
  return (url.split("?")[1] ?? "")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=").map((part) => encoded(decodeURIComponent(part))))
    .map(([name = "", value = ""]) => `${name}=${value}`)
    .sort()
    .join("&");
}
