/**
 * The durable list of what was spent at the historical service: a file of JSON lines that the server and the command
 * line share. Each request is written ahead and synced, so that a process that is killed has spent rather too much than
 * too little. There is no lock: the order of the lines decides, and every process judges it alike.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from './history-error.ts';
import {
  dollarsText,
  type LedgerEntry,
  type PeriodSpending,
  Spending,
  type SpendingBudget,
} from './spending.ts';

export interface LedgerReading {
  readonly periods: readonly PeriodSpending[];
  /** Lines that cannot be read: torn by a kill before their request was made, or damaged. */
  readonly unreadable: number;
}

/** A request that the budget does not allow. The message says which budget, what is left of it, and what to do. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
}

/** Where the ledger of an installation is. */
export function spendingLedgerPath(dataDir: string): string {
  return join(dataDir, 'databento-spending.jsonl');
}

export class SpendingLedger {
  readonly #path: string;
  readonly #nowMs: () => number;

  /** `nowMs`: milliseconds since 1970 UTC. */
  constructor(path: string, nowMs: () => number) {
    this.#path = path;
    this.#nowMs = nowMs;
  }

  /** Day and month of now. A file that is not there yet has spent nothing; fails as the file system fails. */
  read(budget: SpendingBudget): LedgerReading {
    const spending = new Spending();
    const { entries, unreadable } = this.#entries();
    for (const entry of entries) spending.take(entry);
    return { periods: spending.periods(budget, this.#nowMs()), unreadable };
  }

  /** Throws `BudgetError` where so much more goes beyond a budget; nothing is written. */
  check(budget: SpendingBudget, microdollars: number): void {
    const spending = new Spending();
    for (const entry of this.#entries().entries) spending.take(entry);
    const exceeded = spending.exceeded(budget, this.#nowMs(), microdollars);
    if (exceeded !== null) throw new BudgetError(textOf(exceeded, microdollars));
  }

  /**
   * Counts so much as spent from now on, durably, and returns the number of the reservation. Throws `BudgetError` where
   * it goes beyond a budget, also by what another process reserved a moment before.
   */
  reserve(budget: SpendingBudget, microdollars: number, what: string): string {
    this.check(budget, microdollars);
    const id = randomUUID();
    const timeMs = this.#nowMs();
    this.#append({ kind: 'reserve', id, timeMs, microdollars, ...pick(budget), what });
    const spending = new Spending();
    for (const entry of this.#entries().entries) {
      const before = entry.id === id ? spending.exceeded(budget, timeMs, microdollars) : null;
      if (entry.id !== id) spending.take(entry);
      else if (before === null) return id;
      else throw new BudgetError(textOf(before, microdollars));
    }
    throw new Error(`${this.#path}: a line that was written is not there`);
  }

  /** What a reservation did cost in the end: as reserved, or nothing. */
  settle(id: string, microdollars: number): void {
    this.#append({ kind: 'settle', id, timeMs: this.#nowMs(), microdollars });
  }

  #append(entry: LedgerEntry): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    const file = openSync(this.#path, 'a', 0o640);
    try {
      // The leading line end separates it from a line that a kill has torn
      const bytes = Buffer.from(`\n${JSON.stringify(entry)}\n`);
      const written = writeSync(file, bytes);
      if (written !== bytes.length) throw new Error(`${this.#path}: no space left to record a request`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  #entries(): { readonly entries: readonly LedgerEntry[]; readonly unreadable: number } {
    const lines = this.#text()
      .split('\n')
      .filter((line) => line !== '');
    const entries = lines.map(entryOf).filter((entry) => entry !== null);
    return { entries, unreadable: lines.length - entries.length };
  }

  #text(): string {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }
}

function pick({ dayMicrodollars, monthMicrodollars }: SpendingBudget): SpendingBudget {
  return { dayMicrodollars, monthMicrodollars };
}

const AMOUNTS = ['microdollars', 'dayMicrodollars', 'monthMicrodollars', 'timeMs'];

function entryOf(line: string): LedgerEntry | null {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!isObject(entry) || typeof entry['id'] !== 'string') return null;
  const { kind } = entry;
  const amounts = kind === 'reserve' ? AMOUNTS : ['microdollars', 'timeMs'];
  if ((kind !== 'reserve' && kind !== 'settle') || !amounts.every((name) => isAmount(entry[name])))
    return null;
  return entry as unknown as LedgerEntry;
}

/** Whole and not negative; a date that JavaScript has. */
function isAmount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 8_640_000_000_000_000;
}

const SETTING = { day: 'DATABENTO_DAY_DOLLARS', month: 'DATABENTO_MONTH_DOLLARS' } as const;

function textOf(
  { period, name, spentMicrodollars, budgetMicrodollars, state }: PeriodSpending,
  microdollars: number,
): string {
  const setting = SETTING[period];
  if (state === 'none')
    return `there is no budget for a ${period}: set ${setting} to the dollars that may be spent at Databento`;
  const left = Math.max(0, budgetMicrodollars - spentMicrodollars);
  return (
    `it costs ${dollarsText(microdollars)} and ${dollarsText(left)} of the ${dollarsText(budgetMicrodollars)} for ` +
    `the ${period} ${name} (UTC) are left: request less, wait, or raise ${setting}`
  );
}
