/** A path of this site out of an address that anybody may have written. */

/** `text` when it leads to a page of this site, else null: never another origin, never the API. */
export function sameOriginPath(text: string | null): string | null {
  if (text === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return null;
  const base = 'http://undertow.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url === null || url.origin !== base || /^\/(\/|api(\/|$)|%)/i.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
