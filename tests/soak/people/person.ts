/** A signed-in person of the soak: calls as the pages make them, and the plan they have at each time. */
import type { AlertConfiguration, AlertRuleInput } from '@undertow/contracts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';
import type { Tally } from '#tests/soak/tally.ts';

export type TierName = 'free' | 'basic' | 'pro' | 'elite';

/** A state that began at an instant and lasts until the next one. */
export interface Since<T> {
  readonly atMs: number;
  readonly value: T;
}

/** A rule as it was from one change to the next. */
export interface RuleVersion {
  readonly rule: AlertConfiguration;
  readonly atMs: number;
  /** The next change of it, or its deletion. */
  untilMs: number | null;
}

interface Call {
  readonly body?: object;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Refusals that are part of the plan. */
  readonly expects?: readonly number[];
}

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
}

export class Person {
  readonly email: string;
  readonly origin: string;
  readonly tally: Tally;
  readonly plans: Since<TierName>[] = [];
  readonly instruments: Since<readonly number[]>[] = [];
  readonly ruleVersions: RuleVersion[] = [];
  cookie = '';
  id = '';

  constructor(origin: string, email: string, tally: Tally) {
    this.origin = origin;
    this.email = email;
    this.tally = tally;
  }

  async signIn(tier: TierName): Promise<void> {
    this.cookie = (await signInByHttp(this.origin, this.email, tier)).cookie;
    const { id, subscriptionTier } = await this.read<{ id: string; subscriptionTier: TierName }>(
      '/auth/user',
    );
    this.id = id;
    if (subscriptionTier !== tier)
      throw new Error(`expected ${this.email} to have ${tier}, it is ${subscriptionTier}`);
    this.notePlan(tier);
  }

  notePlan(value: TierName): void {
    this.plans.push({ atMs: Date.now(), value });
  }

  async call(method: string, path: string, { body, bytes, expects = [] }: Call = {}): Promise<ApiResponse> {
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
    const hasBody = body !== undefined || bytes !== undefined;
    const response = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        origin: this.origin,
        'sec-fetch-site': 'same-origin',
        ...(hasBody ? { 'content-type': type } : {}),
      },
      ...(hasBody ? { body: bytes ?? JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    this.tally.responded(`${method} ${path.split('?')[0]}`, response.status, text, expects);
    return { status: response.status, text };
  }

  /** The body of a response that must be one. */
  async read<T>(path: string): Promise<T> {
    return this.#parsed('GET', path, await this.call('GET', path));
  }

  async change<T>(method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<T> {
    return this.#parsed(method, path, await this.call(method, path, { body }));
  }

  #parsed<T>(method: string, path: string, { status, text }: ApiResponse): T {
    if (status >= 300)
      throw new Error(`${method} ${path} of ${this.email} answered ${status}: ${text.slice(0, 200)}`);
    const body: T = JSON.parse(text);
    return body;
  }

  async addInstruments(ids: readonly number[]): Promise<void> {
    for (const instrumentId of ids) await this.change('POST', '/user/instruments', { instrumentId });
    this.instruments.push({ atMs: Date.now(), value: ids });
  }

  async addRule(input: AlertRuleInput): Promise<RuleVersion> {
    const rule = await this.change<AlertConfiguration>('POST', '/alert-configurations', input);
    return this.#keep(rule);
  }

  /** The rules that exist already, the built-in one among them. */
  async keepRules(): Promise<void> {
    for (const rule of await this.read<readonly AlertConfiguration[]>('/alert-configurations'))
      this.#keep(rule);
  }

  async changeRule(version: RuleVersion, changes: Partial<AlertRuleInput>): Promise<RuleVersion> {
    version.untilMs = Date.now();
    const path = `/alert-configurations/${version.rule.id}`;
    return this.#keep(await this.change<AlertConfiguration>('PATCH', path, changes));
  }

  async deleteRule(version: RuleVersion): Promise<void> {
    version.untilMs = Date.now();
    await this.call('DELETE', `/alert-configurations/${version.rule.id}`);
  }

  #keep(rule: AlertConfiguration): RuleVersion {
    const version: RuleVersion = { rule, atMs: Date.now(), untilMs: null };
    this.ruleVersions.push(version);
    return version;
  }
}
