// Checks what authenticators answer: Web Authentication Level 3, sections 7.1 and 7.2, without attestation.
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** The site that a passkey belongs to. */
export interface PasskeySite {
  /** "https://shop.example" */
  origin: string;
  /** The host's name, without a port. */
  host: string;
}

/** What a browser returns about a new passkey. */
export interface NewPasskey {
  clientData: Buffer;
  authenticatorData: Buffer;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer;
}

/** What a browser returns when a passkey is used. */
export interface PasskeyAnswer {
  clientData: Buffer;
  authenticatorData: Buffer;
  signature: Buffer;
}

/** Returns the site whose passkeys are used; undefined for addresses where browsers have none: without https, or a bare IP. */
export function passkeySite(siteUrl: string): PasskeySite | undefined {
  const { origin, protocol, hostname } = new URL(siteUrl);
  const isNamed = /[a-z]$/i.test(hostname);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return isNamed && (protocol === "https:" || isLocal) ? { origin, host: hostname } : undefined;
}

/** Returns the challenge that a browser says it has answered; "" if the text is malformed. */
export function challengeIn(clientData: Buffer): string {
  const { challenge } = readClientData(clientData);
  return typeof challenge === "string" ? Buffer.from(challenge, "base64url").toString() : "";
}

/** Returns the id and use count of a new passkey; undefined if the answer is not right for this site. */
export function readNewPasskey(
  { clientData, authenticatorData, publicKey }: NewPasskey,
  site: PasskeySite,
): { credentialId: Buffer; signCount: number } | undefined {
  const facts = readAuthenticatorData(authenticatorData, site);
  const isRight = isMeant(clientData, "webauthn.create", site) && keyOf(publicKey) !== undefined;
  return isRight && facts?.credentialId ? { credentialId: facts.credentialId, signCount: facts.signCount } : undefined;
}

/** Returns the use count of a passkey that signed this answer for this site; undefined if it did not. */
export function readAnswer(
  { clientData, authenticatorData, signature }: PasskeyAnswer,
  publicKey: Buffer,
  site: PasskeySite,
): number | undefined {
  const facts = readAuthenticatorData(authenticatorData, site);
  const key = keyOf(publicKey);
  if (!facts || !key || !isMeant(clientData, "webauthn.get", site)) return undefined;
  const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
  const hash = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return verify(hash, signed, key, signature) ? facts.signCount : undefined;
}

function readClientData(clientData: Buffer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(clientData.toString());
    return typeof read === "object" && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

function isMeant(clientData: Buffer, type: string, { origin }: PasskeySite): boolean {
  const read = readClientData(clientData);
  // A frame on another site must not use passkeys, although no page of ours can be framed.
  return read.type === type && read.origin === origin && read.crossOrigin !== true;
}

/** Bits of the authenticator data's flags. */
const flags = { userPresent: 1, userVerified: 4, hasCredential: 64 } as const;

/** Reads authenticator data (section 6.1); undefined unless it is for this site and the user was verified by PIN or body. */
function readAuthenticatorData(data: Buffer, { host }: PasskeySite) {
  if (data.length < 37 || !data.subarray(0, 32).equals(createHash("sha256").update(host).digest())) return undefined;
  const given = data.readUInt8(32);
  const needed = flags.userPresent | flags.userVerified;
  if ((given & needed) !== needed) return undefined;
  return {
    signCount: data.readUInt32BE(33),
    credentialId: (given & flags.hasCredential) !== 0 ? idIn(data) : undefined,
  };
}

/** Reads the id after 16 bytes that name the model, and 2 with the id's length. */
function idIn(data: Buffer): Buffer | undefined {
  if (data.length < 55) return undefined;
  const length = data.readUInt16BE(53);
  const id = data.subarray(55, 55 + length);
  return length >= 16 && length <= 1023 && id.length === length ? id : undefined;
}

/** Returns a key of one of the three kinds that browsers are asked for: ES256, Ed25519 and RS256. */
function keyOf(publicKey: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: publicKey, format: "der", type: "spki" });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const isUsable =
      key.asymmetricKeyType === "ed25519" ||
      (key.asymmetricKeyType === "ec" && namedCurve === "prime256v1") ||
      (key.asymmetricKeyType === "rsa" && modulusLength >= 2048 && modulusLength <= 4096);
    return isUsable ? key : undefined;
  } catch {
    return undefined;
  }
}
