/**
 * Makes a form ask the browser for a passkey before it is sent: a new one (`data-passkey="create"`) or one that is known
 * (`get`). What surrounds it is hidden until then, because browsers without passkeys cannot send it.
 */
export function askForPasskey(form: HTMLFormElement, place: HTMLElement): void {
  if (!("PublicKeyCredential" in window && "getPublicKey" in AuthenticatorAttestationResponse.prototype)) return;
  const frame = form.closest<HTMLElement>("[data-passkey-frame]");
  if (frame) frame.hidden = false;
  const ask = place.dataset.passkey === "create" ? create : (asked: DOMStringMap) => get(asked);
  let hasAnswer = false;
  form.addEventListener("submit", (event) => {
    if (hasAnswer || event.defaultPrevented) return;
    event.preventDefault();
    const { submitter } = event;
    say(place, "");
    ask(place.dataset, form).then(
      (answer) => {
        for (const [name, value] of Object.entries(answer)) field(form, `passkey_${name}`).value = base64url(value);
        hasAnswer = true;
        form.requestSubmit(submitter);
      },
      // The visitor has cancelled, or has no passkey here.
      () => say(place, place.dataset.passkeyFailed ?? ""),
    );
  });
  // A page from the back-forward cache asks again.
  window.addEventListener("pageshow", () => (hasAnswer = false));
}

/** @param known ids of the passkeys to choose from, in base64url; default: all of the device */
async function get({ passkeyChallenge = "", passkeyHost = "" }: DOMStringMap, known: readonly string[] = []) {
  const made = await navigator.credentials.get({
    publicKey: {
      challenge: bytes(passkeyChallenge),
      rpId: passkeyHost,
      userVerification: "required",
      allowCredentials: listed(known),
    },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAssertionResponse))
    throw new TypeError("The browser returned no passkey");
  const { clientDataJSON, authenticatorData, signature } = made.response;
  return { id: made.rawId, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

async function create(asked: DOMStringMap, form: HTMLFormElement) {
  const { passkeyChallenge = "", passkeyHost = "", passkeyShop = "", passkeyUser = "", passkeyEmail = "" } = asked;
  const known = (asked.passkeyKnown ?? "").split(" ").filter(Boolean);
  const code = asked.passkeyConfirm && form.querySelector<HTMLInputElement>(`[name=${asked.passkeyConfirm}]`)?.value;
  const confirmed = code === "" ? Object.entries(await get(asked, known)) : [];
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(passkeyChallenge),
      rp: { id: passkeyHost, name: passkeyShop },
      user: { id: bytes(passkeyUser), name: passkeyEmail, displayName: passkeyEmail },
      // ES256, Ed25519, RS256.
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: listed(known),
    },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    throw new TypeError("The browser returned no passkey");
  const publicKey = made.response.getPublicKey();
  if (!publicKey) throw new TypeError("The browser does not know the kind of key");
  return {
    ...Object.fromEntries(confirmed.map(([name, value]) => [`confirm_${name}`, value])),
    client_data: made.response.clientDataJSON,
    authenticator_data: made.response.getAuthenticatorData(),
    public_key: publicKey,
  };
}

const listed = (ids: readonly string[]) => ids.map((id) => ({ type: "public-key" as const, id: fromBase64url(id) }));

function say(place: HTMLElement, text: string): void {
  const status = place.querySelector("[role=status]");
  if (status) status.textContent = text;
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  const known = form.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`);
  if (known) return known;
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  form.append(input);
  return input;
}

const bytes = (text: string) => new TextEncoder().encode(text);

function base64url(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
