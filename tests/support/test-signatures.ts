import { openSignatures } from "#platform/signatures.ts";

/** Signs links with the key of the shops that tests open. */
export const testSignatures = openSignatures([{ value: "a secret of thirty-two characters" }]);
