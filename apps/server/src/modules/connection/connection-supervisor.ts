/** Keeps users connected to their own trading platforms, one connection per user: the one of the last save. */

import { CONNECTION_LOG_SHOWN, type RithmicDetails } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import pLimit from 'p-limit';
import { KeyedQueue } from '#concurrency/keyed-queue.ts';
import { AppError } from '#failures/app-error.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import { leaveOutOfLog } from '#logging/secret-values.ts';
import {
  type ConnectionRow,
  type ConnectionSupervisor,
  SecretUnreadable,
  type SystemsOfServer,
} from '#ports/credentials.ts';
import {
  AccountFeedConnection,
  type AccountFeedConnectionParts,
  passwordOf,
  Superseded,
} from './account-feed-connection.ts';
import { codeOf, connectionResponse, logEntry } from './connection-responses.ts';
import { StepLog, type StepLogParts } from './step-log.ts';

const TESTS_PER_MINUTE = 5;
const SAVES_PER_MINUTE = 30;
/** Logins that are under way at the same time. */
const LOGINS_AT_ONCE = 8;
/** After a restart one user after the other logs in, but the last one does not wait longer than this. */
const SPREAD_MS = 20;
const MAX_SPREAD_MS = 10_000;

const ACCEPTED = 'Rithmic answered and the login was accepted.';
const CONNECTED = 'You are connected: Rithmic has accepted this login.';

type SupervisorParts = Omit<AccountFeedConnectionParts, 'queue' | 'limitLogins' | 'steps'> & StepLogParts;

/** Opens and overwrites nothing but the copy that is sealed: the text itself belongs to the request. */
function sealText({ seal }: SupervisorParts, userId: string, text: string) {
  const bytes = Buffer.from(text, 'utf8');
  leaveOutOfLog(bytes);
  try {
    return seal.seal(userId, bytes);
  } finally {
    bytes.fill(0);
  }
}

class Supervisor implements ConnectionSupervisor {
  readonly #parts: AccountFeedConnectionParts & SupervisorParts;
  readonly #steps: StepLog;
  readonly #queue = new KeyedQueue();
  readonly #limitLogins = pLimit(LOGINS_AT_ONCE);
  readonly #held = new Map<string, AccountFeedConnection>();
  readonly #countTest: (userId: string) => void;
  readonly #countSave: (userId: string) => void;
  #isClosed = false;

  constructor(parts: SupervisorParts) {
    this.#steps = new StepLog(parts);
    const [queue, limitLogins] = [this.#queue, this.#limitLogins];
    this.#parts = { ...parts, queue, limitLogins, steps: this.#steps };
    this.#countTest = createUserLimit(TESTS_PER_MINUTE, MINUTE_MS, parts.clock);
    this.#countSave = createUserLimit(SAVES_PER_MINUTE, MINUTE_MS, parts.clock);
  }

  /** Begins again what was wanted before a restart. */
  async resumeWanted(): Promise<void> {
    const wanted = await this.#parts.connectionStore.wanted();
    const spreadMs = Math.min(MAX_SPREAD_MS, wanted.length * SPREAD_MS);
    for (const at of wanted) this.#adopt(at, 'resuming', this.#parts.random() * spreadMs);
  }

  async stateOf(userId: string) {
    const row = await this.#parts.connectionStore.find(userId);
    if (row === undefined) return {};
    const held = this.#held.get(userId);
    return connectionResponse(row, held?.revision === row.revision ? held.state : null);
  }

  async logOf(userId: string) {
    return (await this.#steps.newest(userId, CONNECTION_LOG_SHOWN)).map(logEntry);
  }

  async save(userId: string, details: RithmicDetails, requestId: string): Promise<void> {
    this.#countSave(userId);
    const { connectionStore, clock } = this.#parts;
    const { password, ...shown } = details;
    const sealed = sealText(this.#parts, userId, password);
    const revision = await connectionStore.save({ userId, ...shown, sealed }, clock.nowMs(), requestId);
    this.#adopt({ userId, revision }, 'connecting', 0);
  }

  async test(userId: string): Promise<string> {
    const row = await this.#parts.connectionStore.find(userId);
    if (row?.sealed == null) throw new AppError('RITHMIC_NOT_SAVED');
    this.#countTest(userId);
    // Behind a login of this user that is under way: two at once would take each other's seat
    return this.#queue.run(userId, () => this.#testInTurn(userId));
  }

  async #testInTurn(userId: string): Promise<string> {
    const held = this.#held.get(userId);
    if (held?.hasLine === true) {
      // One login is one seat: a second one could end the connection that it is meant to prove
      const { status, fault } = held.state;
      if (status === 'connected' || fault === null) return CONNECTED;
      throw new AppError(codeOf(fault));
    }
    const { connectionStore, logins, clock } = this.#parts;
    // What was saved or disconnected while it waited for its turn counts
    const row = await connectionStore.find(userId);
    if (row?.sealed == null) throw new AppError('RITHMIC_NOT_SAVED');
    try {
      const refusal = await this.#limitLogins(() => logins.test(row, passwordOf(this.#parts, row)));
      if (refusal === null) return ACCEPTED;
      throw new AppError(codeOf(refusal.fault));
    } catch (error) {
      if (error instanceof Superseded) throw new AppError('UNAVAILABLE');
      if (!(error instanceof SecretUnreadable)) throw error;
      await connectionStore.noteFault(row, 'secret_unreadable', clock.nowMs());
      throw new AppError('RITHMIC_SECRET_UNREADABLE');
    }
  }

  async resume(userId: string, requestId: string): Promise<void> {
    this.#countSave(userId);
    const held = this.#held.get(userId);
    if (held !== undefined && held.state.status !== 'error') {
      held.tryNow();
      return;
    }
    const { connectionStore, clock } = this.#parts;
    const revision = await connectionStore.resume(userId, clock.nowMs(), requestId);
    if (revision === null) throw new AppError('RITHMIC_NOT_SAVED');
    this.#adopt({ userId, revision }, 'connecting', 0);
  }

  async systemsOf(server: RithmicDetails['server']): Promise<SystemsOfServer> {
    const response = await this.#parts.logins.systemsOf(server);
    if ('fault' in response) throw new AppError(codeOf(response.fault));
    return response;
  }

  async disconnect(userId: string, requestId: string): Promise<void> {
    const { connectionStore, clock } = this.#parts;
    const revision = await connectionStore.disconnect(userId, clock.nowMs(), requestId);
    // Nothing was stored: the present connection belongs to a save after this disconnect, and stays
    if (revision === null) return;
    this.#steps.note(userId, { step: 'disconnected' });
    const held = this.#held.get(userId);
    if (held !== undefined && held.revision < revision) await this.#end(userId);
  }

  async forget(userId: string): Promise<void> {
    await this.#end(userId);
    this.#steps.forget(userId);
  }

  async #end(userId: string): Promise<void> {
    const held = this.#held.get(userId);
    this.#held.delete(userId);
    await held?.leave();
  }

  counts() {
    const counts = { connected: 0, connecting: 0, error: 0 };
    for (const { state } of this.#held.values()) counts[state.status] += 1;
    return counts;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const held = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(held.map((one) => one.leave()));
    await this.#steps.flush();
  }

  #adopt(
    at: Pick<ConnectionRow, 'userId' | 'revision'>,
    step: 'connecting' | 'resuming',
    afterMs: number,
  ): void {
    const { userId, revision } = at;
    const before = this.#held.get(userId);
    if (this.#isClosed || (before !== undefined && before.revision >= revision)) return;
    const connection = new AccountFeedConnection(this.#parts, at);
    this.#held.set(userId, connection);
    // The session is released before it is requested again
    const left = before?.leave();
    if (left !== undefined)
      this.#queue
        .run(userId, () => left)
        .catch((error: unknown) => this.#parts.log.error({ err: error, userId }, 'a line was not closed'));
    connection.begin(step, afterMs);
  }
}

/** Opens the supervisor, and reconnects in the background the users who were connected before. */
export function openConnectionSupervisor(parts: SupervisorParts): ConnectionSupervisor {
  const supervisor = new Supervisor(parts);
  supervisor
    .resumeWanted()
    .catch((error: unknown) => parts.log.error({ err: error }, 'connections of users were not resumed'));
  return supervisor;
}
