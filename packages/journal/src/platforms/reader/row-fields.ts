/** One row of a file: reads fields and records the first reason why the row cannot be used. */

import { journalInstrumentOf } from '#instruments/journal-instrument.ts';
import type { Side } from '#model/import-model.ts';
import type { Table, TableRow } from '#read/tables/table.ts';
import { readBondPrice } from '#read/values/bond-prices.ts';
import { readAction, readSide } from '#read/values/sides.ts';
import type { FileTime } from '#time/file-time.ts';

/** `110'165`, `110-16.5`: whole and parts. */
const IN_PARTS = /\d ?['’^-] ?\d/;
const BONDS = /^(Z[BNFT]|Z3N|TN|UB|TWE)$/;

const NO_TIME: FileTime = {
  year: 1970,
  month: 1,
  day: 1,
  hour: 0,
  minute: 0,
  second: 0,
  millisecond: 0,
  offsetMinutes: null,
  dateOnly: false,
};

/**
 * After a fault every getter continues to return a placeholder, so that a reader needs no branches: the caller checks
 * `fault` and rejects the row.
 */
export class RowFields<F extends string> {
  readonly line: number;
  readonly raw: string;
  readonly #table: Table<F>;
  readonly #row: TableRow<F>;
  #fault: string | null = null;

  constructor(table: Table<F>, row: TableRow<F>) {
    this.#table = table;
    this.#row = row;
    this.line = row.line;
    this.raw = row.raw;
  }

  /** Why the row cannot be used; null while nothing is wrong. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Records why the row cannot be used; the first reason is kept. */
  refuse(reason: string): void {
    this.#fault ??= reason;
  }

  text(field: F): string {
    return this.#row.text(field);
  }

  /** Text of the cell, null when it is empty. */
  textOrNull(field: F): string | null {
    const text = this.#row.text(field);
    return text === '' ? null : text;
  }

  requiredText(field: F): string {
    const text = this.#row.text(field);
    if (text === '') this.refuse(`${this.#name(field)} is empty`);
    return text;
  }

  /** Plain decimal; null when empty. Text that is not a number is a fault. */
  decimal(field: F): string | null {
    const value = this.#row.decimal(field);
    if (value !== undefined) return value;
    this.refuse(`${this.#name(field)} is not a number: ${this.#shown(field)}`);
    return null;
  }

  /** Plain decimal of an optional column: text that is not a number counts as empty. */
  lenientDecimal(field: F): string | null {
    return this.#row.decimal(field) ?? null;
  }

  requiredDecimal(field: F): string {
    const value = this.decimal(field);
    if (value !== null) return value;
    this.refuse(`${this.#name(field)} is empty`);
    return '0';
  }

  /** Plain decimal of a price; prices of bonds in 32nds (`110'165`) are converted by the contract. Null when empty. */
  price(field: F, symbol: string): string | null {
    const text = this.#row.text(field);
    if (!IN_PARTS.test(text)) return this.decimal(field);
    const root = journalInstrumentOf(symbol)?.root ?? '';
    const price = readBondPrice(text, root);
    if (price !== undefined) return price;
    if (!BONDS.test(root)) return this.decimal(field);
    this.refuse(`${this.#name(field)} is not a price in 32nds: ${this.#shown(field)}`);
    return null;
  }

  requiredPrice(field: F, symbol: string): string {
    const value = this.price(field, symbol);
    if (value !== null) return value;
    this.refuse(`${this.#name(field)} is empty`);
    return '0';
  }

  /** Amount without its sign; zero is a fault. */
  requiredSize(field: F): string {
    const size = this.requiredDecimal(field).replace(/^[-+]/, '');
    if (!/[1-9]/.test(size)) this.refuse(`${this.#name(field)} is zero`);
    return size;
  }

  time(field: F): FileTime | null {
    const value = this.#row.time(field);
    if (value !== undefined) return value;
    this.refuse(`${this.#name(field)} is not a possible date and time: ${this.#shown(field)}`);
    return null;
  }

  /** Time of a free-form column: what is not a date counts as empty. */
  lenientTime(field: F): FileTime | null {
    return this.#row.time(field) ?? null;
  }

  requiredTime(field: F): FileTime {
    const value = this.time(field);
    if (value !== null) return value;
    this.refuse(`${this.#name(field)} is empty`);
    return NO_TIME;
  }

  /** Side of a position. */
  requiredSide(field: F): Side {
    const side = readSide(this.#row.text(field));
    if (side === null) this.refuse(`${this.#name(field)} is neither long nor short: ${this.#shown(field)}`);
    return side ?? 'long';
  }

  /** Side of an order or execution. */
  requiredAction(field: F): 'buy' | 'sell' {
    const action = readAction(this.#row.text(field));
    if (action === null) this.refuse(`${this.#name(field)} is neither buy nor sell: ${this.#shown(field)}`);
    return action ?? 'buy';
  }

  #name(field: F): string {
    const header = this.#table.header(field);
    return header === '' ? field : header;
  }

  #shown(field: F): string {
    const text = this.#row.text(field);
    return text === '' ? '(empty)' : `“${text.slice(0, 40)}”`;
  }
}
