import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What an answer says; a test changes some of it. */
interface AnswerFacts {
  origin?: string;
  host?: string;
  challenge?: string;
  type?: string;
  /** User present and verified, by default; a new passkey adds the flag of its own data. */
  flags?: number;
  /** How often the passkey was used. */
  count?: number;
}

const presentAndVerified = 0b101;

/** A passkey in software. Answers as a browser does, in the fields of our forms. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  #uses = 0;

  constructor(kind: "ec" | "ed25519" | "rsa" = "ec") {
    const pair =
      kind === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "prime256v1" })
        : kind === "rsa"
          ? generateKeyPairSync("rsa", { modulusLength: 2048 })
          : generateKeyPairSync("ed25519");
    this.#publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  /** Returns the fields that add this passkey. @param page with the challenge */
  create(page: string, changed: AnswerFacts = {}): Record<string, string> {
    const facts = { ...requestIn(page, "create"), type: "webauthn.create", flags: presentAndVerified | 64, ...changed };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authenticatorData = Buffer.concat([headOf({ count: 0, ...facts }), Buffer.alloc(16), length, this.id]);
    return fieldsOf({
      client_data: clientDataOf(facts),
      authenticator_data: authenticatorData,
      public_key: this.#publicKey.export({ type: "spki", format: "der" }),
    });
  }

  /** Returns the fields that use this passkey. @param page with the challenge */
  use(page: string, changed: AnswerFacts = {}): Record<string, string> {
    this.#uses += 1;
    const facts = { ...requestIn(page, "get"), type: "webauthn.get", count: this.#uses, ...changed };
    const [clientData, authenticatorData] = [clientDataOf(facts), headOf(facts)];
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
    const hash = this.#privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
    const signature = sign(hash, signed, this.#privateKey);
    return fieldsOf({ id: this.id, client_data: clientData, authenticator_data: authenticatorData, signature });
  }
}

/** Reads the challenge and the host in a page's form. */
export function requestIn(page: string, kind: "get" | "create"): { challenge: string; host: string } {
  const place = new RegExp(`<div data-passkey="${kind}"[^>]*>`).exec(page)?.[0] ?? "";
  const [, challenge = ""] = /data-passkey-challenge="([^"]*)"/.exec(place) ?? [];
  const [, host = ""] = /data-passkey-host="([^"]*)"/.exec(place) ?? [];
  return { challenge, host };
}

function clientDataOf({ type, challenge = "", origin = "https://shop.example" }: AnswerFacts): Buffer {
  const encoded = Buffer.from(challenge).toString("base64url");
  return Buffer.from(JSON.stringify({ type, challenge: encoded, origin, crossOrigin: false }));
}

function headOf({ host = "", flags = presentAndVerified, count = 0 }: AnswerFacts): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(count, 1);
  return Buffer.concat([createHash("sha256").update(host).digest(), tail]);
}

function fieldsOf(values: Record<string, Buffer>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, bytes]) => [`passkey_${name}`, bytes.toString("base64url")]),
  );
}
