/** Reads `/metrics` all the time: memory must stay flat after the start, queues must empty, nothing may become a dead letter. */
import { setTimeout as wait } from 'node:timers/promises';
import { VIEW_DELAYS } from '@undertow/contracts';
import type { Tally } from './tally.ts';

const EVERY_MS = 5000;
/** Memory of the first part is not judged: histories are generated, code is compiled. */
const WARM_UP_SHARE = 0.4;
/** Nor while delayed views fill: what waits in one is all there only after its delay. */
const FILLED_AFTER_MS = Math.max(...VIEW_DELAYS) * 1000;
/** Below this the slope says nothing. */
const MIN_JUDGED_MS = 20 * 60_000;
export const MAX_GROWTH_MB_PER_HOUR = 60;

const MEMORY = 'process_resident_memory_bytes';
const HEAP = 'nodejs_heap_used_bytes';
/** Nothing of these may be left at the end. */
const QUEUES = [
  'undertow_alerts_waiting',
  'undertow_recorder_waiting',
  'undertow_jobs_waiting',
  'undertow_mails_waiting',
] as const;
const NEVER = [
  'undertow_alerts_dead',
  'undertow_jobs_failed',
  'undertow_mails_failed',
  'undertow_billing_events_failed_total',
  'undertow_billing_missed_events_total',
  'undertow_billing_differences_total',
  'undertow_billing_duplicate_subscriptions_total',
] as const;

/** Sums of the values of each metric over its labels. */
export type Reading = ReadonlyMap<string, number>;

interface Sample {
  readonly atMs: number;
  readonly reading: Reading;
}

export function parseMetrics(text: string): Reading {
  const sums = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = ''] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    if (name === '') continue;
    const isFailure = name === 'undertow_http_requests_total' && /status="5/.test(labels);
    for (const key of isFailure ? [name, 'responses of 500 and above'] : [name])
      sums.set(key, (sums.get(key) ?? 0) + Number(value));
  }
  return sums;
}

/** Least squares: how much the value grows in an hour. */
export function growthPerHour(points: readonly (readonly [atMs: number, value: number])[]): number {
  const count = points.length;
  const meanAt = points.reduce((sum, [atMs]) => sum + atMs, 0) / count;
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / count;
  const above = points.reduce((sum, [atMs, value]) => sum + (atMs - meanAt) * (value - mean), 0);
  const below = points.reduce((sum, [atMs]) => sum + (atMs - meanAt) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 3_600_000;
}

/** Where the judged part begins. */
export const judgedFromMs = (firstMs: number, lastMs: number): number =>
  firstMs + Math.max((lastMs - firstMs) * WARM_UP_SHARE, FILLED_AFTER_MS);

export interface MeasuresVerdict {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

export class Measures {
  readonly #origin: string;
  readonly #tally: Tally;
  readonly #samples: Sample[] = [];

  constructor(origin: string, tally: Tally) {
    this.#origin = origin;
    this.#tally = tally;
  }

  async read(): Promise<Reading> {
    const response = await fetch(`${this.#origin}/metrics`);
    const text = await response.text();
    this.#tally.responded('GET /metrics', response.status, text, []);
    const reading = parseMetrics(text);
    this.#samples.push({ atMs: Date.now(), reading });
    return reading;
  }

  async keepReading(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.read();
      await wait(EVERY_MS, null, { signal }).catch(() => null);
    }
  }

  /** True once nothing waits any more. */
  async isQuiet(): Promise<boolean> {
    const reading = await this.read();
    return QUEUES.every((name) => (reading.get(name) ?? 0) === 0);
  }

  verdict(): MeasuresVerdict {
    const last = this.#samples.at(-1)?.reading ?? new Map<string, number>();
    const left = QUEUES.filter((name) => (last.get(name) ?? 0) > 0);
    const counted = [...NEVER, 'responses of 500 and above'].filter((name) => (last.get(name) ?? 0) > 0);
    const memory = [MEMORY, HEAP].map((name) => this.#growth(name));
    return {
      lines: memory.map(({ line }) => line),
      faults: [
        ...left.map((name) => `${name} is ${last.get(name)} at the end`),
        ...counted.map((name) => `${name} is ${last.get(name)}`),
        ...memory.flatMap(({ fault }) => (fault === null ? [] : [fault])),
      ],
    };
  }

  #growth(name: string): { readonly line: string; readonly fault: string | null } {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined)
      return { line: `${name}: not read`, fault: `${name} was not read` };
    const fromMs = judgedFromMs(first.atMs, last.atMs);
    const points = this.#samples
      .filter(({ atMs }) => atMs >= fromMs)
      .map(({ atMs, reading }) => [atMs, (reading.get(name) ?? 0) / 1e6] as const);
    if (points.length < 2) return { line: `${name}: too short to be judged`, fault: null };
    const growth = growthPerHour(points);
    const ends = `${Math.round(points[0]?.[1] ?? 0)} to ${Math.round(points.at(-1)?.[1] ?? 0)} MB`;
    const line = `${name}: ${ends} after the warm-up, ${growth.toFixed(0)} MB an hour`;
    if (last.atMs - fromMs < MIN_JUDGED_MS) return { line: `${line} (too short to be judged)`, fault: null };
    const isTooMuch = growth > MAX_GROWTH_MB_PER_HOUR;
    return { line, fault: isTooMuch ? `${line}, at most ${MAX_GROWTH_MB_PER_HOUR} is flat` : null };
  }
}
