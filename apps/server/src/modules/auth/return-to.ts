/** Where the browser goes after sign-in: a path of this site, or the dashboard. */

/** The router decodes a path before it looks for its route. */
function isApiPath(pathname: string): boolean {
  try {
    return /^\/api(\/|$)/i.test(decodeURIComponent(pathname));
  } catch {
    // No route has such an address
    return true;
  }
}

/** `text` when it is a path of this site, else `/`. Never another origin, however the address is written. */
export function safeReturnTo(text: string | undefined): string {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/';
  // The same reading as a browser's: what does not stay on the base is refused
  const base = 'http://undertow.invalid';
  const url = new URL(text, base);
  if (url.origin !== base || url.pathname.startsWith('//') || isApiPath(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
