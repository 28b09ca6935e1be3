/** Reads one line of JSON strictly: every refusal names file, line and what was expected. */
import {
  FLOW_EVENT_TYPES,
  type Instrument,
  instrumentBySymbol,
  PATTERN_TYPES,
  parsePriceTicks,
  productOfContract,
} from '@undertow/market';
import { InputError } from '#terminal/terminal.ts';

/** Position of a line, for messages: `labels.jsonl:12`. */
export class ScoreLine {
  readonly #place: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(place: string, text: string) {
    this.#place = place;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new InputError(`${place}: expected a line of JSON`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new InputError(`${place}: expected a JSON object`);
    this.#fields = value as Record<string, unknown>;
  }

  refuse(expected: string, name: string): InputError {
    return new InputError(
      `${this.#place}: expected ${expected} for ${name}, got ${JSON.stringify(this.#fields[name])}`,
    );
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  isNull(name: string): boolean {
    return this.#fields[name] === null || this.#fields[name] === undefined;
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string' || value === '') throw this.refuse('a text', name);
    return value;
  }

  textOrNull(name: string): string | null {
    return this.isNull(name) ? null : this.text(name);
  }

  word<T extends string>(name: string, known: readonly T[]): T {
    const found = known.find((word) => word === this.#fields[name]);
    if (found === undefined) throw this.refuse(`one of ${known.join(', ')}`, name);
    return found;
  }

  /** Nanoseconds since 1970 UTC as a decimal string. */
  instantNs(name: string): bigint {
    const value = this.#fields[name];
    if (typeof value !== 'string' || !/^\d{1,19}$/.test(value))
      throw this.refuse('nanoseconds since 1970 as a decimal string', name);
    return BigInt(value);
  }

  /** A finite number from `least` to `most`. */
  number(name: string, least: number, most: number): number {
    const value = this.#fields[name];
    if (typeof value !== 'number' || !(value >= least && value <= most))
      throw this.refuse(`a number from ${least} to ${most}`, name);
    return value;
  }

  flag(name: string): boolean {
    const value = this.#fields[name];
    if (value !== undefined && typeof value !== 'boolean') throw this.refuse('true or false', name);
    return value === true;
  }

  /** Ticks of a decimal string. */
  price(name: string, instrument: Instrument): number {
    const value = this.#fields[name];
    if (typeof value !== 'string') throw this.refuse('a decimal price as a string', name);
    try {
      return parsePriceTicks(instrument, value);
    } catch (error) {
      throw this.refuse(`a price (${error instanceof Error ? error.message : 'unreadable'})`, name);
    }
  }

  /** The product of a contract or product symbol. */
  instrument(name: string): Instrument {
    const symbol = this.text(name);
    const found = instrumentBySymbol(symbol) ?? productOfContract(symbol);
    if (found === undefined) throw this.refuse('a product or contract of the catalogue', name);
    return found;
  }

  object(name: string): ScoreLine {
    return new ScoreLine(`${this.#place} ${name}`, JSON.stringify(this.#fields[name] ?? {}));
  }

  objects(name: string): ScoreLine[] {
    const value = this.#fields[name];
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.refuse('a list', name);
    return value.map((one, at) => new ScoreLine(`${this.#place} ${name}[${at}]`, JSON.stringify(one)));
  }

  /** Values of an object that are plain; others are left out. */
  plainValues(name: string): Record<string, number | string | boolean | null> {
    const value = this.#fields[name];
    if (value === undefined) return {};
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.refuse('an object', name);
    const plain: Record<string, number | string | boolean | null> = {};
    for (const [key, one] of Object.entries(value))
      if (one === null || ['number', 'string', 'boolean'].includes(typeof one)) plain[key] = one;
    return plain;
  }

  /** `iceberg` with its sub, or both in one as `iceberg/native`. */
  typeAndSub<T extends string>(name: string, known: readonly T[], sub: string | null): [T, string | null] {
    const [word, written] = this.text(name).split('/', 2);
    const type = known.find((one) => one === word);
    if (type === undefined) throw this.refuse(`one of ${known.join(', ')}`, name);
    if (written !== undefined && sub !== null && sub !== written)
      throw this.refuse(`a type that agrees with sub ${sub}`, name);
    return [type, written ?? sub];
  }
}

export const FINDING_TYPES = [...FLOW_EVENT_TYPES, ...PATTERN_TYPES, 'stop_election'] as const;
