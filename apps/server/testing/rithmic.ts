/** For tests: the gateway of users' own connections as the feed reports it, and the connection supervisor over it. */
import type { ConnectionFault } from '@undertow/contracts';
import type { AccountReport } from '@undertow/feeds';
import { createCredentialSeal } from '#adapters/secrets/credential-seal.ts';
import { openConnectionSupervisor } from '#modules/connection/connection-supervisor.ts';
import type { AccountFeedLines } from '#ports/account-feeds.ts';
import type { Clock } from '#ports/clock.ts';
import type {
  ConnectionStore,
  ConnectionSupervisor,
  LoginRefusal,
  LoginState,
  Opened,
  PasswordSource,
  RithmicLogins,
  StepStore,
} from '#ports/credentials.ts';

const PASSING: ReadonlySet<ConnectionFault> = new Set(['gateway_down', 'maintenance', 'protocol']);
const UNCLEAR: ReadonlySet<ConnectionFault> = new Set(['login_denied', 'login_rejected', 'login_failed']);

function retryOf(fault: ConnectionFault): LoginRefusal['retry'] {
  if (PASSING.has(fault)) return 'unlimited';
  return UNCLEAR.has(fault) ? 'limited' : 'never';
}

type Feed = Extract<Opened, { feed: unknown }>['feed'];

interface Login {
  readonly user: string;
  readonly emitState: (state: LoginState) => void;
}

/** Accepts every login unless configured otherwise; a password is read and overwritten as the real one does. */
export class TestRithmic {
  /** Every login is refused with this fault. */
  fault: ConnectionFault | null = null;
  /** The report of every account. */
  account: AccountReport | null = null;
  /** Awaited inside each login. */
  gate: Promise<void> = Promise.resolve();
  /** Password that is accepted; null accepts any. */
  right: string | null = null;
  /** Usernames in the order of their logins, tests included. */
  readonly loginAttempts: string[] = [];
  readonly places: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  tests = 0;
  /** How often feeds were requested to reconnect at once. */
  reconnects = 0;
  readonly #open = new Set<Login>();
  readonly #lines = new Map<string, Feed>();
  readonly #resyncs = new Map<string, (withoutDataMs: number) => void>();

  readonly logins: RithmicLogins = {
    open: async ({ server, domain, system }, credentials, listener) => {
      this.places.push([server, domain, system ?? []].flat().join(' '));
      const response = await this.#login(credentials);
      if (this.account !== null) listener.onAccount(this.account);
      return 'fault' in response
        ? { refusal: response }
        : { feed: this.#feedOf(response.user, listener.onState) };
    },
    systemsOf: async () => {
      if (this.fault !== null) return { fault: this.fault, retry: retryOf(this.fault) };
      return {
        systems: ['Rithmic Paper Trading', 'TopstepTrader'],
        ofDomain: { rithmic_paper_domain: 'Rithmic Paper Trading', rithmic_live_domain: 'Rithmic 01' },
      };
    },
    test: async (_place, credentials) => {
      this.tests += 1;
      const response = await this.#login(credentials);
      return 'fault' in response ? response : null;
    },
  };

  readonly lines: AccountFeedLines = {
    open: async (userId, feed, onResync) => {
      this.#lines.set(userId, feed);
      this.#resyncs.set(userId, onResync);
    },
    close: async (userId) => {
      const feed = this.#lines.get(userId);
      this.#lines.delete(userId);
      await feed?.close();
    },
    pausing: (_userId, act) => act(),
  };

  /** Usernames whose login is open: what the gateway counts as seats. */
  get seats(): readonly string[] {
    return [...this.#open].map(({ user }) => user);
  }

  /** Owners of lines. */
  get owners(): readonly string[] {
    return [...this.#lines.keys()];
  }

  /** Emits a state from the feeds of this username. */
  emitState(user: string, state: LoginState): void {
    for (const login of this.#open) if (login.user === user) login.emitState(state);
  }

  /** A book of this owner is rebuilt. */
  resync(userId: string, withoutDataMs: number): void {
    this.#resyncs.get(userId)?.(withoutDataMs);
  }

  async #login(credentials: PasswordSource): Promise<{ user: string } | LoginRefusal> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      await this.gate;
      const { user, password } = await credentials();
      this.loginAttempts.push(user);
      const isRight = this.right === null || this.right === Buffer.from(password).toString();
      password.fill(0);
      const fault = this.fault ?? (isRight ? null : 'wrong_password');
      return fault === null ? { user } : { fault, retry: retryOf(fault) };
    } finally {
      this.underWay -= 1;
    }
  }

  #feedOf(user: string, emitState: (state: LoginState) => void): Feed {
    const login: Login = { user, emitState };
    this.#open.add(login);
    return {
      tier: 'L3',
      reconnectNow: () => {
        this.reconnects += 1;
      },
      close: async () => {
        this.#open.delete(login);
      },
    } as Feed;
  }
}

export const TEST_CREDENTIAL_KEYS = new Map([['k1', Buffer.alloc(32, 1)]]);

interface Parts {
  readonly connectionStore: ConnectionStore;
  readonly connectionSteps: StepStore;
  readonly clock: Clock;
  readonly log: Parameters<typeof openConnectionSupervisor>[0]['log'];
}

/** A supervisor over the test's gateway; a second one over the same store is the server after a restart. */
export function openTestConnections(
  parts: Parts,
  rithmic = new TestRithmic(),
  keys = TEST_CREDENTIAL_KEYS,
): { readonly supervisor: ConnectionSupervisor; readonly rithmic: TestRithmic } {
  const seal = createCredentialSeal(keys);
  const supervisor = openConnectionSupervisor({
    ...parts,
    seal,
    logins: rithmic.logins,
    lines: rithmic.lines,
    random: () => 0,
  });
  return { supervisor, rithmic };
}
