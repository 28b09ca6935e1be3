/** A browser's part in sign-in without a browser: follows redirects, keeps cookies, fills in the sandbox's page. */

export interface SignedIn {
  /** Cookies of the product, as a header. */
  readonly cookie: string;
  /** Where sign-in led. */
  readonly landed: string;
}

/** An address of their own for each visitor: a product behind a proxy limits the requests, and the sign-ins, of each by it. */
export function someAddress(): string {
  const part = (): number => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

class CookieJar {
  readonly address = someAddress();
  readonly #cookies = new Map<string, Map<string, string>>();

  header(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(origin: string, response: Response): void {
    const ofOrigin = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, ofOrigin);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const at = pair.indexOf('=');
      if (/expires=Thu, 01 Jan 1970/i.test(line)) ofOrigin.delete(pair.slice(0, at));
      else ofOrigin.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

async function request(jar: CookieJar, url: string, form?: URLSearchParams): Promise<Response> {
  const { origin } = new URL(url);
  const init = form === undefined ? {} : { method: 'POST', body: form };
  const headers = { cookie: jar.header(origin), 'x-forwarded-for': jar.address };
  const response = await fetch(url, { ...init, redirect: 'manual', headers });
  jar.take(origin, response);
  return response;
}

async function follow(jar: CookieJar, url: string, until: (url: string) => boolean): Promise<string> {
  let at = url;
  for (let hop = 0; hop < 10; hop += 1) {
    if (until(at)) return at;
    const response = await request(jar, at);
    const next = response.headers.get('location');
    if (next === null) throw new Error(`expected ${at} to redirect, it answered ${response.status}`);
    at = new URL(next, at).href;
  }
  throw new Error('too many redirects');
}

/** Signs in at the sandbox's page with an address and a tier. */
export async function signInByHttp(origin: string, email: string, tier: string): Promise<SignedIn> {
  const jar = new CookieJar();
  const page = await follow(jar, `${origin}/api/login?returnTo=/settings`, (url) =>
    url.includes('/interaction/'),
  );
  await request(jar, page);
  const response = await request(jar, page, new URLSearchParams({ email, tier }));
  const next = new URL(response.headers.get('location') ?? '', page).href;
  const landed = await follow(jar, next, (url) => url.startsWith(origin) && !url.includes('/api/'));
  return { cookie: jar.header(origin), landed };
}

/** Watches an instrument's market, as the picker of the sidebar does. */
export async function addInstrumentByHttp(
  origin: string,
  cookie: string,
  instrumentId: number,
): Promise<void> {
  const response = await fetch(`${origin}/api/user/instruments`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ instrumentId }),
  });
  if (response.status !== 201)
    throw new Error(`expected ${instrumentId} to be added: ${await response.text()}`);
}
