/** Who sits where: logins of a user on one plant of one system, oldest first. */

interface Seated {
  forceLogout(): void;
}

export class Seats<C extends Seated> {
  readonly #seats = new Map<string, C[]>();

  /** Seats a client; where the account has no seat left, the oldest is forced out. */
  take(key: string, client: C, limit: number): void {
    const seated = this.#seats.get(key) ?? [];
    this.#seats.set(key, [...seated, client]);
    for (const oldest of seated.slice(0, seated.length + 1 - limit)) oldest.forceLogout();
  }

  leave(key: string, client: C): void {
    const left = (this.#seats.get(key) ?? []).filter((other) => other !== client);
    if (left.length === 0) this.#seats.delete(key);
    else this.#seats.set(key, left);
  }

  all(): readonly C[] {
    return [...this.#seats.values()].flat();
  }
}
