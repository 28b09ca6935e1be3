/** The history plant of one login: logged in at a request, logged out when there was none for a while. */
import { MINUTE_MS } from '@undertow/market';
import { type PlantLogin, PlantSession } from '#rithmic/session/plant-session.ts';
import type { ReconnectWait } from '#rithmic/session/reconnect-wait.ts';
import { asRithmicError, type RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { HISTORY_PLANT } from '#rithmic/wire/rithmic-wire.ts';

/** A login is kept this long after its last use: charts request several instruments at once. */
const IDLE_MS = 10_000;

/** A login that was refused for certain, or often enough, is not tried again for as long. */
const REFUSED_MS = 10 * MINUTE_MS;

export class HistoryPlant {
  readonly #login: Omit<PlantLogin, 'infraType'>;
  readonly #wait: ReconnectWait;
  /** Why the last login failed, and until when that is the answer; on the process's monotonic clock. */
  #refusal: { readonly error: RithmicError; readonly untilMs: number } | null = null;
  #plant: Promise<PlantSession> | null = null;
  #uses = 0;
  #idle: NodeJS.Timeout | null = null;

  constructor(login: Omit<PlantLogin, 'infraType'>, wait: ReconnectWait) {
    this.#login = login;
    this.#wait = wait;
  }

  /** Runs with a login of its own. Rejects with `RithmicError` where there is none. */
  async use<T>(step: (plant: PlantSession) => Promise<T>): Promise<T> {
    this.#stopIdling();
    this.#uses += 1;
    try {
      if (this.#plant === null) this.#throwRefusal();
      this.#plant ??= this.#open();
      return await step(await this.#plant);
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0) this.#idle = setTimeout(() => this.close().catch(() => undefined), IDLE_MS);
    }
  }

  async close(): Promise<void> {
    this.#stopIdling();
    const opened = this.#plant;
    this.#plant = null;
    const plant = await opened?.catch(() => null);
    await plant?.close();
  }

  async #open(): Promise<PlantSession> {
    const openedMs = performance.now();
    try {
      const plant = await PlantSession.open({ ...this.#login, infraType: HISTORY_PLANT });
      this.#refusal = null;
      this.#wait.accepted();
      plant.listen({
        onPush: () => undefined,
        onAlive: () => undefined,
        // The next use logs in again
        onDown: () => {
          this.#plant = null;
          this.#wait.ended(performance.now() - openedMs);
        },
      });
      return plant;
    } catch (error) {
      this.#plant = null;
      const known = asRithmicError(error);
      this.#refusal = { error: known, untilMs: openedMs + (this.#wait.after(known.retry) ?? REFUSED_MS) };
      throw known;
    }
  }

  /** Not by a login that fails at once: its promise would be kept as the plant, and no other be tried. */
  #throwRefusal(): void {
    if (this.#refusal !== null && performance.now() < this.#refusal.untilMs) throw this.#refusal.error;
  }

  #stopIdling(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }
}
