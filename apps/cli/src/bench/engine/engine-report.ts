/** The engine's section of the measurements note. */
import { cpus } from 'node:os';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import type { BookRun } from './book-run.ts';
import type { BurstRun, HeapRun, LineRun } from './line-runs.ts';
import type { ReferenceRun } from './reference-engine.ts';
import type { SimulatedRun } from './simulated-run.ts';

export interface EngineFigures {
  readonly rounds: number;
  readonly burstSeconds: number;
  readonly date: string;
  /** Processes that wanted a core when the run began, average of a minute: above 1 the figures are of a busy machine. */
  readonly load: number;
  /** Null where the C++ books could not be built; `withoutReference` has the reason. */
  readonly book: readonly BookRun[];
  readonly ladder: readonly ReferenceRun[];
  readonly map: readonly ReferenceRun[];
  readonly withoutReference: string | null;
  readonly line: readonly LineRun[];
  readonly simulated: readonly SimulatedRun[];
  readonly heap: readonly HeapRun[];
  readonly burst: readonly BurstRun[];
}

const rate = (runs: readonly { readonly millionPerSecond: number }[]) =>
  median(runs.map((run) => run.millionPerSecond));

export function goalsOf(figures: EngineFigures): Goal[] {
  return [...bookGoals(figures), ...wholeGoals(figures), ...lineGoals(figures)];
}

function bookGoals({ book, ladder, map }: EngineFigures): Goal[] {
  if (book.length === 0) {
    return [];
  }
  // Ratios inside a round, so that a busy moment of the machine weighs on both sides.
  const ratio = (reference: readonly ReferenceRun[]) =>
    median(
      book.map((run, round) => run.millionPerSecond / (reference[round] as ReferenceRun).millionPerSecond),
    );
  const toLadder = ratio(ladder);
  const toMap = ratio(map);
  return [
    {
      what: 'Book from raw records against the C++ ladder',
      goal: '≥ 0.28×',
      reached: `${toLadder.toFixed(2)}× (${rate(book).toFixed(1)} of ${rate(ladder).toFixed(1)} M messages/s)`,
      met: toLadder >= 0.28,
    },
    {
      what: 'The same against the C++ std::map book',
      goal: '≥ 1.4×',
      reached: `${toMap.toFixed(2)}× (${rate(map).toFixed(1)} M messages/s)`,
      met: toMap >= 1.4,
    },
  ];
}

/** With everything on: detectors, patterns and track record. */
function wholeGoals({ line, simulated }: EngineFigures): Goal[] {
  const onStream = rate(line);
  const onMarket = rate(simulated);
  const held = median(simulated.map((run) => run.instrumentMb));
  const reached = (millions: number): string =>
    `${millions.toFixed(2)} M messages/s of one core (${(1e3 / millions).toFixed(0)} ns a message)`;
  return [
    {
      what: 'Decode, book, match events, facts, every detector, pattern and the track record, on the bench stream',
      goal: '≥ 1 M messages/s',
      reached: reached(onStream),
      met: onStream >= 1,
    },
    {
      what: 'The same without decoding, on two hours of simulated ES with few messages a second',
      goal: '≥ 1 M messages/s',
      reached: reached(onMarket),
      met: onMarket >= 1,
    },
    {
      what: 'What the instrument holds after these two hours, heap and typed arrays',
      goal: '< 64 MB',
      reached: `${held.toFixed(1)} MB`,
      met: held < 64,
    },
  ];
}

function lineGoals({ heap, burst, burstSeconds }: EngineFigures): Goal[] {
  const of = <T>(runs: readonly T[], read: (run: T) => number) => median(runs.map(read));
  const bookKept = of(heap, (run) => run.bookKeptKb);
  const lineKept = of(heap, (run) => run.lineKeptKb);
  const p999 = of(burst, (run) => run.p999Ms);
  return [
    {
      what: 'Live heap after a million messages more: book and match events',
      goal: '< 1 MB',
      reached: `${bookKept} kB kept, ${of(heap, (run) => run.bookAllocatedKb)} kB allocated on the way`,
      met: bookKept < 1024,
    },
    {
      what: 'The same for the whole line',
      goal: '< 1 MB',
      reached: `${lineKept} kB kept, ${of(heap, (run) => run.lineAllocatedKb)} kB allocated and not yet collected`,
      met: lineKept < 1024,
    },
    {
      what: `100,000 messages a second for ${burstSeconds} s, message to event, p99.9`,
      goal: '< 2 ms',
      reached:
        `${p999.toFixed(2)} ms (p50 ${of(burst, (run) => run.p50Ms).toFixed(3)}, ` +
        `p99 ${of(burst, (run) => run.p99Ms).toFixed(2)}, worst ${of(burst, (run) => run.maxMs).toFixed(1)} ms; ` +
        `${(100 * of(burst, (run) => run.busy)).toFixed(0)} % of a core)`,
      met: p999 < 2,
    },
  ];
}

export function engineSection(figures: EngineFigures): string {
  const rows = goalsOf(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const missing =
    figures.withoutReference === null ? [] : [`\nNot compared with C++: ${figures.withoutReference}.`];
  return [
    `\`npm run bench\`, ${figures.date}: ${figures.rounds} rounds, medians. ${cpus().length} cores ` +
      `(${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, load ${figures.load.toFixed(1)} at the start.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    ...missing,
    '',
    'All programs of a round run one after the other, each in a process of its own, the order the same in every round;',
    'ratios are taken inside a round, of medians of five passes each. The reference workload is 5,020,000 records of 56 bytes (46 % add, 44 % cancel, 7 %',
    'modify, 3 % fill; 31,000 live orders); parsing is included, the best prices are read after each record, and all books',
    'must end in the same state. Its fills change the book, which DBN fills never do, so ours reads each of them as the',
    'partial cancel it is there. Ours decodes every record to the canonical row first, as the product does.',
    'The line is timed by the processor time it took, on a stream of ours in the product’s own dialect (trades, fills and their cancels or modifies in',
    'one event, some icebergs and stops; 2 M records, the median of three passes). On the simulated market compiler and',
    'collector threads count as well (median of seven passes). In the burst each message has its own due instant; its delay ends when book, facts and detectors have seen its match event.',
  ].join('\n');
}
