/** The history plant of one login: logged in when something is asked, logged out when nothing was for a while. */
import { type PlantLogin, PlantSession } from './plant-session.ts';
import { HISTORY_PLANT } from './rithmic-wire.ts';

/** A login is kept this long after its last use: charts ask for several instruments at once. */
const IDLE_MS = 10_000;

export class HistoryPlant {
  readonly #login: Omit<PlantLogin, 'infraType'>;
  #plant: Promise<PlantSession> | null = null;
  #uses = 0;
  #idle: NodeJS.Timeout | null = null;

  constructor(login: Omit<PlantLogin, 'infraType'>) {
    this.#login = login;
  }

  /** Runs with a login of its own. Rejects with `RithmicError` where there is none. */
  async use<T>(step: (plant: PlantSession) => Promise<T>): Promise<T> {
    this.#stopIdling();
    this.#uses += 1;
    try {
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
    try {
      const plant = await PlantSession.open({ ...this.#login, infraType: HISTORY_PLANT });
      plant.listen({
        onPush: () => undefined,
        onAlive: () => undefined,
        // The next use logs in again
        onDown: () => {
          this.#plant = null;
        },
      });
      return plant;
    } catch (error) {
      this.#plant = null;
      throw error;
    }
  }

  #stopIdling(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }
}
