/** Logins of users: one at a time for each user and so many at once for all of them, so that a restart is no storm at the gateway. */
const nothing = (): undefined => undefined;

export class LoginQueue {
  /** The end of the queue of each user. */
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs `work` after what was asked for this user before, however that ended. */
  async alone<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(userId) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.then(nothing, nothing);
    this.#queues.set(userId, settled);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(userId) === settled) this.#queues.delete(userId);
    }
  }

  /** Runs `login` when fewer than the most are under way. */
  async login<T>(login: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await login();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
