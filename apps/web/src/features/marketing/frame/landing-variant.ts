/** Which of the two landing pages is at `/`: the operator's choice, unless the address names one. */

export type LandingVariant = 'professional' | 'bold';

function isVariant(name: string | null | undefined): name is LandingVariant {
  return name === 'professional' || name === 'bold';
}

/**
 * `search` is the query of the address; `configured` is what the server wrote into the page (setting LANDING). Anything else that
 * is there counts as absent.
 */
export function landingVariant(search: string, configured: string | null): LandingVariant {
  const requested = new URLSearchParams(search).get('variant');
  if (isVariant(requested)) return requested;
  return isVariant(configured) ? configured : 'professional';
}

/** The setting of the server, as `index.html` carries it. */
export function configuredLanding(): string | null {
  return document.querySelector('meta[name="landing"]')?.getAttribute('content') ?? null;
}
