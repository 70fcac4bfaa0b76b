import type { Settings } from "../settings/setting-definitions.ts";

/** The widget of a service that tells people from programs. */
export interface PuzzleWidget {
  service: "turnstile" | "hcaptcha";
  /** The public key. */
  siteKey: string;
  scriptUrl: string;
}

/** Addresses of the services' scripts, which render nothing by themselves, and what the scripts load. */
const services = {
  turnstile: {
    scriptUrl: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    sources: ["script-src", "frame-src"].map((name) => `${name} https://challenges.cloudflare.com`),
  },
  hcaptcha: {
    scriptUrl: "https://js.hcaptcha.com/1/api.js?render=explicit",
    sources: ["script-src", "frame-src", "style-src", "connect-src"].map(
      (name) => `${name} https://hcaptcha.com https://*.hcaptcha.com`,
    ),
  },
} as const;

type PuzzleSettings = Pick<Settings, "puzzle_service" | "puzzle_site_key" | "puzzle_secret_key">;

/** Returns the widget that forms show; undefined unless the settings name a service and both of its keys. */
export function puzzleWidgetOf(settings: PuzzleSettings): PuzzleWidget | undefined {
  const { puzzle_service: service, puzzle_site_key: siteKey, puzzle_secret_key: secret } = settings;
  if (service === "none" || siteKey === "" || secret === "") return undefined;
  return { service, siteKey, scriptUrl: services[service].scriptUrl };
}

/** Returns lines of `csp_additions` that let pages load the widget. */
export function puzzleSources({ service }: PuzzleWidget): readonly string[] {
  return services[service].sources;
}
