/** One saved login of a user on its way to a live line of his own: tried until it stands, given up when it is refused. */

import type { ConnectionFault } from '@undertow/contracts';
import { type AccountReport, ReconnectWait } from '@undertow/feeds';
import type { LimitFunction } from 'p-limit';
import type { KeyedQueue } from '#concurrency/keyed-queue.ts';
import { leaveOutOfLog } from '#logging/secret-values.ts';
import type { AccountFeedLines } from '#ports/account-feeds.ts';
import type { Clock } from '#ports/clock.ts';
import {
  type ConnectionRow,
  type ConnectionStore,
  type CredentialSeal,
  type LoginState,
  type Opened,
  type PasswordSource,
  type RithmicLogins,
  SecretUnreadable,
} from '#ports/credentials.ts';
import type { Log } from '#ports/log.ts';
import type { ConnectionState } from './connection-answers.ts';
import type { Step, StepLog } from './step-log.ts';

/** Mended by whoever runs the server, not by the user: a restart tries again. */
const OPERATORS_FAULTS: ReadonlySet<ConnectionFault> = new Set(['certificate', 'secret_unreadable']);

export interface OwnConnectionParts {
  readonly connectionStore: ConnectionStore;
  readonly seal: CredentialSeal;
  readonly logins: RithmicLogins;
  readonly lines: AccountFeedLines;
  /** Logins of one user: one after the other. */
  readonly queue: KeyedQueue;
  /** Logins of all users: so many at once, so that a restart is no storm at the gateway. */
  readonly limitLogins: LimitFunction;
  readonly steps: Pick<StepLog, 'note'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** 0 to 1: spreads the waits. */
  readonly random: () => number;
}

type OpenedFeed = Extract<Opened, { feed: unknown }>['feed'];

/** The login was replaced or disconnected meanwhile. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Gives the password of exactly this save, opened anew for each login. */
export function passwordOf(
  { connectionStore, seal }: Pick<OwnConnectionParts, 'connectionStore' | 'seal'>,
  { userId, revision }: Pick<ConnectionRow, 'userId' | 'revision'>,
): PasswordSource {
  return async () => {
    const row = await connectionStore.find(userId);
    if (row?.sealed == null || row.revision !== revision) throw new Superseded('expected the newest save');
    const password = seal.open(userId, row.sealed);
    leaveOutOfLog(password);
    return { user: row.username, password };
  };
}

export class OwnConnection {
  readonly userId: string;
  readonly revision: number;
  readonly #parts: OwnConnectionParts;
  #state: Omit<ConnectionState, 'account'> = { status: 'connecting', fault: null };
  #account: AccountReport | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #retries: ReconnectWait;
  /** Nobody wants it any more, or it is over. */
  #isOver = false;
  /** The feed of its line, even while it reconnects. */
  #feed: OpenedFeed | null = null;
  /** A login failed, and is tried again. */
  #isWaiting = false;
  #isUnreadable = false;
  /** What the feed said last of its connection. */
  #heard: Exclude<LoginState, { kind: 'ended' }> = { kind: 'connected' };
  /** Where it is connected, and what the account carries. */
  #found: Pick<Step, 'server' | 'tier'> = {};

  constructor(parts: OwnConnectionParts, { userId, revision }: Pick<ConnectionRow, 'userId' | 'revision'>) {
    this.#parts = parts;
    this.#retries = new ReconnectWait(parts.random);
    this.userId = userId;
    this.revision = revision;
  }

  get state(): ConnectionState {
    return { ...this.#state, account: this.#account };
  }

  /** A line is there, even while its feed reconnects: its seat is taken. */
  get hasLine(): boolean {
    return this.#feed !== null;
  }

  /** Where the next attempt waits for its turn it is made at once; one that is under way goes on. */
  tryNow(): void {
    if (this.#feed !== null) this.#feed.reconnectNow();
    else if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#tryInTurn();
    }
  }

  /** Tries after so long. */
  begin(step: 'connecting' | 'resuming', afterMs: number): void {
    const start = (): void => {
      this.#tell({ step });
      this.#tryInTurn();
    };
    if (afterMs === 0) start();
    else this.#wait(start, afterMs);
  }

  #wait(then: () => void, afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      then();
    }, afterMs);
    this.#timer.unref();
  }

  /** Ends it for good. A login that is under way is not waited for: what it brings is closed at once. */
  async leave(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#feed !== null) await this.#closeLine();
  }

  #tryInTurn(): void {
    const { queue, limitLogins, log } = this.#parts;
    queue
      .run(this.userId, () => limitLogins(() => this.#try()))
      .catch((error: unknown) => {
        log.error({ err: error, userId: this.userId }, 'a connection could not be made, trying again');
        this.#tryLater(null, this.#retries.after('unlimited') ?? 0);
      });
  }

  async #try(): Promise<void> {
    if (this.#isOver) return;
    const { connectionStore, logins } = this.#parts;
    const row = await connectionStore.find(this.userId);
    if (row?.sealed == null || row.revision !== this.revision) return;
    this.#heard = { kind: 'connected' };
    let opened: Opened;
    try {
      opened = await logins.open(row, () => this.#password(), {
        onState: (state) => this.#hear(state),
        onAccount: (account) => {
          this.#account = account;
        },
      });
    } catch (error) {
      if (error instanceof Superseded) return;
      if (!(error instanceof SecretUnreadable)) throw error;
      return this.#fail('secret_unreadable');
    }
    if ('feed' in opened) {
      this.#found = { server: row.server, tier: opened.feed.tier };
      return this.#take(opened.feed);
    }
    const { fault, retry } = opened.refusal;
    const waitMs = this.#retries.after(retry);
    if (waitMs === null) await this.#fail(fault);
    else this.#tryLater(fault, waitMs);
  }

  async #take(feed: OpenedFeed): Promise<void> {
    // The owner may have left, or the gateway may have ended it, between the login and here
    if (this.#isOver) return feed.close();
    this.#feed = feed;
    try {
      await this.#parts.lines.open(this.userId, feed, (withoutDataMs) => {
        if (!this.#isOver) this.#tell({ step: 'resynced', withoutDataMs });
      });
    } catch (error) {
      this.#feed = null;
      await feed.close();
      throw error;
    }
    if (this.#isOver) return this.#closeLine();
    this.#retries.accepted();
    this.#note(this.#heard);
  }

  async #password(): ReturnType<PasswordSource> {
    if (this.#isOver) throw new Superseded('expected a login that is wanted');
    try {
      return await passwordOf(this.#parts, this)();
    } catch (error) {
      this.#isUnreadable = error instanceof SecretUnreadable;
      throw error;
    }
  }

  /** What the feed tells of itself after its login. */
  #hear(state: LoginState): void {
    if (this.#isOver) return;
    // A feed that did not get its password takes that for a fault of the gateway, and would ask for ever
    const unreadable = { kind: 'ended', fault: 'secret_unreadable' } as const;
    const told = this.#isUnreadable ? unreadable : state;
    if (told.kind === 'ended') {
      this.#fail(told.fault).catch((error: unknown) => this.#report(error));
      return;
    }
    this.#heard = told;
    // Until the line is there its login is still under way
    if (this.#feed !== null) this.#note(told);
  }

  #note(state: Exclude<LoginState, { kind: 'ended' }>): void {
    const { connectionStore, clock } = this.#parts;
    const { status, fault } = this.#state;
    if (state.kind === 'connecting') {
      this.#state = { status: 'connecting', fault: state.fault };
      // Each attempt that fails says so: only another reason is news
      if (status === 'connected') this.#tell({ step: 'interrupted', fault: state.fault });
      else if (fault !== state.fault) this.#tell({ step: 'waiting', fault: state.fault });
      return;
    }
    if (status === 'connected') return;
    this.#state = { status: 'connected', fault: null };
    this.#tell({ step: 'connected', ...this.#found });
    connectionStore
      .noteConnected(this.userId, this.revision, clock.nowMs())
      .catch((error: unknown) => this.#report(error));
  }

  #tryLater(fault: ConnectionFault | null, waitMs: number): void {
    if (this.#isOver) return;
    if (!this.#isWaiting || this.#state.fault !== fault) this.#tell({ step: 'waiting', fault });
    this.#isWaiting = true;
    this.#state = { status: 'connecting', fault };
    this.#wait(() => this.#tryInTurn(), waitMs);
  }

  /** Over until the user does something. A kick is shown, not fought. */
  async #fail(fault: ConnectionFault): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#state = { status: 'error', fault };
    this.#tell({ step: 'refused', fault });
    const { connectionStore, clock, log } = this.#parts;
    log.info({ userId: this.userId, fault }, 'a connection ended');
    const at = { userId: this.userId, revision: this.revision, isWanted: OPERATORS_FAULTS.has(fault) };
    try {
      if (this.#feed !== null) await this.#closeLine();
    } finally {
      await connectionStore.noteFault(at, fault, clock.nowMs());
    }
  }

  /** The house's feed with the delay of the plan is what the user sees then. */
  async #closeLine(): Promise<void> {
    this.#feed = null;
    await this.#parts.lines.close(this.userId);
  }

  /** What happened is also told to the user: it stands in his log. */
  #tell(step: Step): void {
    this.#parts.steps.note(this.userId, step);
  }

  #report(error: unknown): void {
    this.#parts.log.error({ err: error, userId: this.userId }, 'the state of a connection was not kept');
  }
}
