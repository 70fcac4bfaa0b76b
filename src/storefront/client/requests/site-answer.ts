/** The answer to a site call (/wp-admin/admin-ajax.php). */
export interface SiteAnswer {
  isSuccess: boolean;
  /** The answer's `data` field, whether it succeeded or not; the HTML of an HTML answer. */
  data: unknown;
}

/**
 * Reads the answer of a site call. "1", an object with a true success flag, HTML and nothing mean success. Everything else is
 * a failure: an error status, an object with a false flag, and texts such as "0", "-1" and a sentence about an expired nonce.
 * Source: storefront specification 7, "Site calls"; wire notes 1.1.
 */
export async function readSiteAnswer(response: Response): Promise<SiteAnswer> {
  const text = (await response.text()).trim();
  const envelope = parseEnvelope(text);
  if (envelope) return { isSuccess: response.ok && envelope.success === true, data: envelope.data };
  const isHtml = text === "" || text.startsWith("<");
  return { isSuccess: response.ok && (isHtml || text === "1"), data: isHtml ? text : undefined };
}

function parseEnvelope(text: string): { success: unknown; data?: unknown } | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const answer = JSON.parse(text) as object;
    return "success" in answer ? answer : undefined;
  } catch {
    return undefined;
  }
}
