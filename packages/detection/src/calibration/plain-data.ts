/** Reads parsed JSON strictly: a missing field or a wrong kind is an error that names its place. */

/** The data does not match its declared shape; the message gives the place. */
export class PlainDataError extends Error {
  override readonly name = 'PlainDataError';
}

/** An object whose fields are read by name and kind. */
export class PlainObject {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(value: unknown, place: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new PlainDataError(`expected an object at ${place}`);
    this.#fields = value as Record<string, unknown>;
    this.#place = place;
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string') throw this.#wrong('a string', name);
    return value;
  }

  textOrNull(name: string): string | null {
    return this.#fields[name] === null ? null : this.text(name);
  }

  oneOf<T extends string>(name: string, known: readonly T[]): T {
    const value = this.#fields[name];
    const found = known.find((word) => word === value);
    if (found === undefined) throw this.#wrong(`one of ${known.join(', ')}`, name);
    return found;
  }

  number(name: string): number {
    const value = this.#fields[name];
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.#wrong('a finite number', name);
    return value;
  }

  numberOrNull(name: string): number | null {
    return this.#fields[name] === null ? null : this.number(name);
  }

  /** A finite number from 0 to 1. */
  share(name: string): number {
    const value = this.number(name);
    if (value < 0 || value > 1) throw this.#wrong('a number from 0 to 1', name);
    return value;
  }

  /** A whole number of at least 0. */
  count(name: string): number {
    const value = this.number(name);
    if (!Number.isSafeInteger(value) || value < 0) throw this.#wrong('a whole number of at least 0', name);
    return value;
  }

  texts(name: string): string[] {
    return this.#list(name).map((value) => {
      if (typeof value !== 'string') throw this.#wrong('strings', name);
      return value;
    });
  }

  numbers(name: string): number[] {
    return this.#list(name).map((value) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) throw this.#wrong('finite numbers', name);
      return value;
    });
  }

  object(name: string): PlainObject {
    return new PlainObject(this.#fields[name], `${this.#place}.${name}`);
  }

  objectOrNull(name: string): PlainObject | null {
    return this.#fields[name] === null ? null : this.object(name);
  }

  objects(name: string): PlainObject[] {
    return this.#list(name).map((value, at) => new PlainObject(value, `${this.#place}.${name}[${at}]`));
  }

  #list(name: string): readonly unknown[] {
    const value = this.#fields[name];
    if (!Array.isArray(value)) throw this.#wrong('a list', name);
    return value;
  }

  #wrong(expected: string, name: string): PlainDataError {
    return new PlainDataError(`expected ${expected} at ${this.#place}.${name}`);
  }
}
