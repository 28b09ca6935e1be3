/** One saved login of a user, retried until their account feed is live, and given up when it is refused. */

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
import type { ConnectionState } from './connection-responses.ts';
import type { Step, StepLog } from './step-log.ts';

/** Fixed by the operator, not by the user: a restart tries again. */
const OPERATORS_FAULTS: ReadonlySet<ConnectionFault> = new Set(['certificate', 'secret_unreadable']);

export interface AccountFeedConnectionParts {
  readonly connectionStore: ConnectionStore;
  readonly seal: CredentialSeal;
  readonly logins: RithmicLogins;
  readonly lines: AccountFeedLines;
  /** Logins of one user run one after the other. */
  readonly queue: KeyedQueue;
  /** Logins of all users: limited, so that a restart does not flood the gateway. */
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

/** Gives the password of exactly this save, opened again for each login. */
export function passwordOf(
  { connectionStore, seal }: Pick<AccountFeedConnectionParts, 'connectionStore' | 'seal'>,
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

export class AccountFeedConnection {
  readonly userId: string;
  readonly revision: number;
  readonly #parts: AccountFeedConnectionParts;
  #state: Omit<ConnectionState, 'account'> = { status: 'connecting', fault: null };
  #account: AccountReport | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #retries: ReconnectWait;
  /** Disconnected, replaced or failed for good. */
  #isOver = false;
  /** The feed of its line, even while it reconnects. */
  #feed: OpenedFeed | null = null;
  /** A login failed, and is tried again. */
  #isWaiting = false;
  #isUnreadable = false;
  /** The state that the feed reported last. */
  #feedState: Exclude<LoginState, { kind: 'ended' }> = { kind: 'connected' };
  /** The server, and the data tier of the account. */
  #found: Pick<Step, 'server' | 'tier'> = {};

  constructor(
    parts: AccountFeedConnectionParts,
    { userId, revision }: Pick<ConnectionRow, 'userId' | 'revision'>,
  ) {
    this.#parts = parts;
    this.#retries = new ReconnectWait(parts.random);
    this.userId = userId;
    this.revision = revision;
  }

  get state(): ConnectionState {
    return { ...this.#state, account: this.#account };
  }

  /** A line is open, even while its feed reconnects: it occupies a session. */
  get hasLine(): boolean {
    return this.#feed !== null;
  }

  /** Makes a waiting attempt at once; one that is under way continues. */
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
      this.#record({ step });
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

  /** Ends it for good. A login under way is not awaited: the feed that it opens is closed at once. */
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
    this.#feedState = { kind: 'connected' };
    let opened: Opened;
    try {
      opened = await logins.open(row, () => this.#password(), {
        onState: (state) => this.#onFeedState(state),
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
        if (!this.#isOver) this.#record({ step: 'resynced', withoutDataMs });
      });
    } catch (error) {
      this.#feed = null;
      await feed.close();
      throw error;
    }
    if (this.#isOver) return this.#closeLine();
    this.#retries.accepted();
    this.#note(this.#feedState);
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

  /** Handles what the feed reports after its login. */
  #onFeedState(state: LoginState): void {
    if (this.#isOver) return;
    // A feed that did not get its password treats that as a fault of the gateway and would retry forever
    const unreadable = { kind: 'ended', fault: 'secret_unreadable' } as const;
    const reported = this.#isUnreadable ? unreadable : state;
    if (reported.kind === 'ended') {
      this.#fail(reported.fault).catch((error: unknown) => this.#report(error));
      return;
    }
    this.#feedState = reported;
    // Until the line is open, its login is still under way
    if (this.#feed !== null) this.#note(reported);
  }

  #note(state: Exclude<LoginState, { kind: 'ended' }>): void {
    const { connectionStore, clock } = this.#parts;
    const { status, fault } = this.#state;
    if (state.kind === 'connecting') {
      this.#state = { status: 'connecting', fault: state.fault };
      // Each failed attempt is reported: only a new reason is logged
      if (status === 'connected') this.#record({ step: 'interrupted', fault: state.fault });
      else if (fault !== state.fault) this.#record({ step: 'waiting', fault: state.fault });
      return;
    }
    if (status === 'connected') return;
    this.#state = { status: 'connected', fault: null };
    this.#record({ step: 'connected', ...this.#found });
    connectionStore
      .noteConnected(this.userId, this.revision, clock.nowMs())
      .catch((error: unknown) => this.#report(error));
  }

  #tryLater(fault: ConnectionFault | null, waitMs: number): void {
    if (this.#isOver) return;
    if (!this.#isWaiting || this.#state.fault !== fault) this.#record({ step: 'waiting', fault });
    this.#isWaiting = true;
    this.#state = { status: 'connecting', fault };
    this.#wait(() => this.#tryInTurn(), waitMs);
  }

  /** Stays failed until the user acts. A forced logout is shown, not retried. */
  async #fail(fault: ConnectionFault): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#state = { status: 'error', fault };
    this.#record({ step: 'refused', fault });
    const { connectionStore, clock, log } = this.#parts;
    log.info({ userId: this.userId, fault }, 'a connection ended');
    const at = { userId: this.userId, revision: this.revision, isWanted: OPERATORS_FAULTS.has(fault) };
    try {
      if (this.#feed !== null) await this.#closeLine();
    } finally {
      await connectionStore.noteFault(at, fault, clock.nowMs());
    }
  }

  /** The user then sees the platform feed with the delay of their plan. */
  async #closeLine(): Promise<void> {
    this.#feed = null;
    await this.#parts.lines.close(this.userId);
  }

  /** Writes the step into the log that the user reads. */
  #record(step: Step): void {
    this.#parts.steps.note(this.userId, step);
  }

  #report(error: unknown): void {
    this.#parts.log.error({ err: error, userId: this.userId }, 'the state of a connection was not kept');
  }
}
