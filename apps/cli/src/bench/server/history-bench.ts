/** The history of events: single pages over five million of them on PostgreSQL, and a hundred pages a second from the embedded database. */
import { availableParallelism } from 'node:os';
import type { Goal } from '#measurements/goal.ts';
import { DRAWN_EVENTS, HISTORY_EVENTS } from './history-load.ts';
import { type HistoryRateFigures, historyRateGoals, measureHistoryRate } from './history-rate-bench.ts';
import {
  measurePostgresHistory,
  PAGE_ROUNDS,
  type PostgresHistoryFigures,
  postgresHistoryGoals,
} from './postgres-history-bench.ts';

/** Of the hundred pages a second. */
const RATE_ROUNDS = 3;

interface HistoryFigures {
  /** Null without PostgreSQL. */
  readonly postgres: PostgresHistoryFigures | null;
  readonly rate: HistoryRateFigures;
}

/** Takes about a quarter of an hour and ten gigabytes of disk, eight minutes without PostgreSQL. Null without /proc. */
export async function measureHistory(note: (line: string) => void): Promise<HistoryFigures | null> {
  const rate = await measureHistoryRate(note, RATE_ROUNDS);
  return rate === null ? null : { rate, postgres: await measurePostgresHistory(note) };
}

export function historyGoals({ postgres, rate }: HistoryFigures): Goal[] {
  return [...(postgres === null ? [] : postgresHistoryGoals(postgres)), ...historyRateGoals(rate)];
}

const POSTGRES_NOTE = [
  `${HISTORY_EVENTS} events of 400 days and five instruments on PostgreSQL, warm, requested by one Elite user over HTTP while the simulated market runs;`,
  'a time is from request to parsed answer, 50 rows unless said. Memory is VmRSS of server and sandbox together.',
];

const RATE_NOTE = [
  `The embedded database: the product as \`npm start\` starts it, with ${DRAWN_EVENTS} events of 400 days and five instruments, as it leaves them: never`,
  'vacuumed. One Elite user requests pages of 50, ten kinds in turn: newest, of an instrument, a type, a word, a price, by confidence, from a',
  'confidence, by size, and pages up to 10,000 rows deep of the newest and by confidence. Each request goes out at its due instant, whatever became of',
  'the one before, for 20 seconds a round: half of them in each of two minutes of the rate limit, which stays as it is. Processor time is',
  'that of the server’s process, the kernel’s share included; idle is the half minute before, with the simulated market.',
];

/** The section of docs/measurements.md. */
export function historySection(figures: HistoryFigures | null): string {
  if (figures === null) return '`npm run bench -- --only history`: not measured, /proc is missing.';
  const { postgres, rate } = figures;
  const rows = historyGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const loads = [...(postgres === null ? [] : [postgres.load]), rate.load].map((load) => load.toFixed(1));
  return [
    `\`npm run bench -- --only history\`, ${new Date().toISOString().slice(0, 10)}: medians of ${PAGE_ROUNDS} rounds of single pages and ${RATE_ROUNDS} of a hundred a second. ${availableParallelism()} cores, load ${loads.join(' and ')}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...(postgres === null ? ['Single pages: not measured, PostgreSQL is missing.'] : POSTGRES_NOTE),
    '',
    ...RATE_NOTE,
  ].join('\n');
}
