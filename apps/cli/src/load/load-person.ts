/** A signed-in person: signs in as a browser does at the sandbox's issuer, and calls the API with the session. */
import type { CurrentUser, Tier } from '@undertow/contracts';
import { addressOfPerson, type LoopbackAddress, redirectedAddress } from '#load/wire/loopback-address.ts';
import { type HttpRequest, type HttpResponse, sendHttp } from '#load/wire/loopback-http.ts';
import { InputError } from '#terminal/terminal.ts';
import type { PlannedPerson } from './load-plan.ts';
import type { SavedSession, SavedSessions } from './saved-sessions.ts';

const MAX_HOPS = 10;
const TOO_MANY = 429;

/** Cookies of one visitor by origin. */
class Cookies {
  readonly #byOrigin = new Map<string, Map<string, string>>();

  header(origin: string): string {
    return [...(this.#byOrigin.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(origin: string, lines: readonly string[]): void {
    const cookies = this.#byOrigin.get(origin) ?? new Map<string, string>();
    this.#byOrigin.set(origin, cookies);
    for (const line of lines) {
      const [pair = ''] = line.split(';', 1);
      const at = pair.indexOf('=');
      if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

interface Hop {
  readonly to: LoopbackAddress;
  readonly path: string;
}

export class LoadPerson {
  readonly plan: PlannedPerson;
  readonly localAddress: string | undefined;
  /** For a product behind a proxy, which takes the address of a visitor from there. */
  readonly forwardedFor: string;
  cookie = '';
  userId = '';
  readonly #address: LoopbackAddress;
  #publicOrigin = '';

  constructor(plan: PlannedPerson, address: LoopbackAddress) {
    this.plan = plan;
    this.#address = address;
    this.localAddress = addressOfPerson(plan.number, address);
    this.forwardedFor = this.localAddress ?? '127.0.0.1';
  }

  get tier(): Tier {
    return this.plan.tier;
  }

  get email(): string {
    return this.plan.email;
  }

  get publicOrigin(): string {
    return this.#publicOrigin;
  }

  /** Signs in unless the saved session is still one, and makes the list of instruments the planned one. */
  async arrive(sessions: SavedSessions): Promise<void> {
    const saved = sessions.find(this.email);
    if (saved === undefined || !(await this.#resume(saved))) {
      const session = await this.#signIn();
      this.#use(session);
      const user = await this.read<CurrentUser>('/api/auth/user');
      if (user.subscriptionTier !== this.tier)
        throw new InputError(
          `sign-in of ${this.email}: expected the plan ${this.tier}, it is ${user.subscriptionTier}: load needs the sandbox's issuer`,
        );
      this.userId = user.id;
      sessions.put(this.email, session);
    }
    await this.#chooseInstruments();
  }

  #use({ cookie, publicOrigin }: SavedSession): void {
    this.cookie = cookie;
    this.#publicOrigin = publicOrigin;
  }

  /** False where the session has ended, or its plan is another one now. */
  async #resume(saved: SavedSession): Promise<boolean> {
    this.#use(saved);
    const { status, text } = await this.call('/api/auth/user');
    if (status !== 200) return false;
    const { id, subscriptionTier } = JSON.parse(text) as CurrentUser;
    this.userId = id;
    return subscriptionTier === this.tier;
  }

  /** Answers with status and text, whatever they are. */
  call(path: string, sent: Omit<HttpRequest, 'path' | 'headers'> = {}): Promise<HttpResponse> {
    const { cookie, localAddress, forwardedFor } = this;
    const headers = {
      cookie,
      origin: this.#publicOrigin,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': forwardedFor,
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return sendHttp(this.#address, { ...sent, path, headers, localAddress });
  }

  /** The body of an answer that must be one. */
  async read<T>(path: string): Promise<T> {
    const { status, text } = await this.call(path);
    if (status !== 200)
      throw new InputError(`${path} of ${this.email} answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  }

  async #chooseInstruments(): Promise<void> {
    const listed = await this.read<readonly { instrumentId: number }[]>('/api/user/instruments');
    const known = listed.map(({ instrumentId }) => instrumentId);
    const { instrumentIds: wanted } = this.plan;
    for (const id of known.filter((one) => !wanted.includes(one)))
      await this.#change('DELETE', `/api/user/instruments/${id}`);
    for (const instrumentId of wanted.filter((one) => !known.includes(one)))
      await this.#change('POST', '/api/user/instruments', JSON.stringify({ instrumentId }));
  }

  async #change(method: string, path: string, body?: string): Promise<void> {
    const { status, text } = await this.call(path, { method, ...(body === undefined ? {} : { body }) });
    if (status >= 300)
      throw new InputError(`${method} ${path} of ${this.email} answered ${status}: ${text.slice(0, 200)}`);
  }

  async #signIn(): Promise<SavedSession> {
    const cookies = new Cookies();
    const login = { to: this.#address, path: '/api/login?returnTo=/settings' };
    const authorization = await this.#redirected(cookies, login);
    const back = new URL(authorization.path, authorization.to.origin).searchParams.get('redirect_uri');
    const publicOrigin = URL.canParse(back ?? '') ? new URL(back ?? '').origin : this.#address.origin;
    let page = authorization;
    for (let hop = 0; hop < MAX_HOPS && !page.path.startsWith('/interaction/'); hop += 1)
      page = await this.#redirected(cookies, page);
    await this.#send(cookies, page);
    const form = new URLSearchParams({ email: this.email, tier: this.tier }).toString();
    let next = await this.#redirected(cookies, page, form);
    for (let hop = 0; hop < MAX_HOPS && next.to.origin !== publicOrigin; hop += 1)
      next = await this.#redirected(cookies, next);
    // The callback is requested at the address of the load, with the cookies that were set there
    await this.#redirected(cookies, { to: this.#address, path: next.path });
    return { cookie: cookies.header(this.#address.origin), publicOrigin };
  }

  async #redirected(cookies: Cookies, hop: Hop, form?: string): Promise<Hop> {
    const { status, headers, text } = await this.#send(cookies, hop, form);
    const { location } = headers;
    if (location !== undefined) {
      const url = new URL(location, hop.to.origin);
      return { to: redirectedAddress(url.href), path: `${url.pathname}${url.search}` };
    }
    const why = status === TOO_MANY ? 'too many sign-ins of one address within a minute' : text.slice(0, 200);
    throw new InputError(
      `sign-in of ${this.email} was refused at ${hop.to.origin}${hop.path.split('?')[0]}: ${status} ${why}`,
    );
  }

  async #send(cookies: Cookies, { to, path }: Hop, form?: string): Promise<HttpResponse> {
    const { localAddress, forwardedFor } = this;
    const headers = {
      cookie: cookies.header(to.origin),
      'x-forwarded-for': forwardedFor,
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const sent = form === undefined ? {} : { method: 'POST', body: form };
    const response = await sendHttp(to, { ...sent, path, headers, localAddress });
    cookies.take(to.origin, response.headers['set-cookie'] ?? []);
    return response;
  }
}
