/** Seats: logins of a user on one plant of one system, oldest first. */
import type { Login } from './login.ts';

/** A client on a seat; its login is null once it has left. */
export interface Seated {
  readonly login: Login | null;
  forceLogout(): void;
}

export class Seats {
  readonly #seats = new Map<string, Seated[]>();
  readonly #attempts = new Map<string, number>();

  /** Counts a login attempt of the user, successful or not. */
  countAttempt(user: string): number {
    const attempts = (this.#attempts.get(user) ?? 0) + 1;
    this.#attempts.set(user, attempts);
    return attempts;
  }

  /** Seats a client; where the account has no seat left, the oldest is forced out. */
  take(key: string, client: Seated, limit: number): void {
    const seated = this.#seats.get(key) ?? [];
    this.#seats.set(key, [...seated, client]);
    for (const oldest of seated.slice(0, seated.length + 1 - limit)) oldest.forceLogout();
  }

  leave(key: string, client: Seated): void {
    const left = (this.#seats.get(key) ?? []).filter((other) => other !== client);
    if (left.length === 0) this.#seats.delete(key);
    else this.#seats.set(key, left);
  }

  all(): readonly Seated[] {
    return [...this.#seats.values()].flat();
  }
}
