/**
 * Distinguishes requests of our own pages from those of other sites, by the headers that browsers set and pages cannot.
 */
import type { IncomingHttpHeaders } from 'node:http';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True when a request that may change something came from another site. */
export function isCrossSiteChange(
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string,
): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && headers.origin !== publicOrigin;
}

/** True for a page load that the user started on our site (or by typing the address), not a prefetch or an embedded request. */
export function isOwnNavigation(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  const target = headers['sec-fetch-dest'];
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  if (purpose !== undefined) return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return target === undefined || target === 'document';
}
