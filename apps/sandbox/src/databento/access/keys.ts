/** The table of API keys: one that works, and others that are refused in the ways a real key can be. */

/** What a key is refused, beside nothing. */
export const KEY_FAULTS = ['deactivated', 'limited', 'unlicensed', 'no-mbo', 'unpaid'] as const;
export type KeyFault = (typeof KEY_FAULTS)[number];

const KEY_LENGTH = 32;
const TAIL_LENGTH = 5;

/** The key of a fault; 32 characters, each with a tail of its own. */
export function faultyKey(fault: KeyFault): string {
  const tail = String(KEY_FAULTS.indexOf(fault) + 1).padStart(TAIL_LENGTH, '0');
  return `db-${fault.replace('-', '')}`.padEnd(KEY_LENGTH - TAIL_LENGTH, '0') + tail;
}

export interface ApiKey {
  readonly key: string;
  /** Null where it works. */
  readonly fault: KeyFault | null;
}

export class KeyTable {
  readonly #keys: readonly ApiKey[];

  constructor(key: string) {
    this.#keys = [{ key, fault: null }, ...KEY_FAULTS.map((fault) => ({ key: faultyKey(fault), fault }))];
  }

  /** The key that ends so; its owner has not proved anything yet. */
  withTail(tail: string): ApiKey | null {
    return this.#keys.find(({ key }) => key.endsWith(tail)) ?? null;
  }

  /** The key as it is, as the historical service receives it. */
  find(key: string): ApiKey | null {
    return this.#keys.find((known) => known.key === key) ?? null;
  }
}
