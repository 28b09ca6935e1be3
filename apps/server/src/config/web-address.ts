/** What the settings require of an address. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for addresses whose host is this machine. */
export function isLoopbackUrl(url: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(url).hostname);
}

export function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}

/** An https address, or an http one on this machine. */
export function isSafeUrl(text: string): boolean {
  return isWebUrl(text) && (text.startsWith('https:') || isLoopbackUrl(text));
}
