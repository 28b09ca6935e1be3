/** The engine's section of the measurements note. */
import { cpus } from 'node:os';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import type { BookRun } from './book-run.ts';
import type { BurstRun, HeapRun, LineRun } from './line-runs.ts';
import type { MarketRun } from './market-runs.ts';
import type { ReferenceRun } from './reference-engine.ts';

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
  readonly dense: readonly MarketRun[];
  readonly sparse: readonly MarketRun[];
  /** Empty where no recording is beside the checkout. */
  readonly recording: readonly MarketRun[];
  readonly heap: readonly HeapRun[];
  readonly burst: readonly BurstRun[];
}

const rate = (runs: readonly { readonly millionPerSecond: number }[]) =>
  median(runs.map((run) => run.millionPerSecond));

export function goalsOf(figures: EngineFigures): Goal[] {
  return [...bookGoals(figures), ...wholeGoals(figures), ...lineGoals(figures)];
}

/** Ratios inside a round, so that a busy moment of the machine weighs on both sides. */
function ratioTo(
  reference: readonly ReferenceRun[],
  runs: readonly { readonly millionPerSecond: number }[],
): number {
  return median(runs.map((run, round) => run.millionPerSecond / reference[round]!.millionPerSecond));
}

function bookGoals({ book, ladder, map }: EngineFigures): Goal[] {
  if (book.length === 0) return [];
  const toLadder = ratioTo(ladder, book);
  const toMap = ratioTo(map, book);
  return [
    {
      what: 'Book from raw records against the C++ ladder',
      goal: '≥ 0.38×',
      reached: `${toLadder.toFixed(2)}× (${rate(book).toFixed(1)} of ${rate(ladder).toFixed(1)} M messages/s)`,
      met: toLadder >= 0.38,
    },
    {
      what: 'The same against the C++ std::map book',
      goal: '≥ 1.6×',
      reached: `${toMap.toFixed(2)}× (${rate(map).toFixed(1)} M messages/s)`,
      met: toMap >= 1.6,
    },
  ];
}

/** With everything on: detectors, patterns and track record. */
function wholeGoals(figures: EngineFigures): Goal[] {
  const { line, ladder, dense, sparse, recording } = figures;
  const reached = (runs: readonly { readonly millionPerSecond: number }[]): string =>
    `${rate(runs).toFixed(2)} M messages/s of one core, ${(1e3 / rate(runs)).toFixed(0)} ns a message`;
  const toLadder = (where: string, runs: readonly MarketRun[], atLeast: number): Goal[] => {
    if (ladder.length === 0 || runs.length === 0) return [];
    const ratio = ratioTo(ladder, runs);
    return [
      {
        what: `The whole line on ${where} against the C++ ladder`,
        goal: `≥ ${atLeast.toFixed(2)}×`,
        reached: `${ratio.toFixed(3)}× (${reached(runs)})`,
        met: ratio >= atLeast,
      },
    ];
  };
  const held = median(sparse.map((run) => run.instrumentMb));
  return [
    {
      what: 'Decode, book, match events, facts, every detector, pattern and the track record, on the bench stream',
      goal: '≥ 1 M messages/s',
      reached: reached(line),
      met: rate(line) >= 1,
    },
    ...toLadder('dense simulated ES', dense, 0.1),
    ...toLadder('sparse simulated ES', sparse, 0.08),
    ...toLadder('a real recording of ES', recording, 0.06),
    {
      what: 'What the instrument holds after two sparse hours, heap and typed arrays',
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
  const busy = of(burst, (run) => run.busy);
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
      goal: '< 2 ms, 5 % of a core',
      reached:
        `${p999.toFixed(2)} ms (p50 ${of(burst, (run) => run.p50Ms).toFixed(3)}, ` +
        `p99 ${of(burst, (run) => run.p99Ms).toFixed(2)}, worst ${of(burst, (run) => run.maxMs).toFixed(1)} ms; ` +
        `${(100 * busy).toFixed(0)} % of a core)`,
      met: p999 < 2 && busy <= 0.05,
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
    'one event, some icebergs and stops; 2 M records, the median of three passes). In whole markets nothing is decoded, and compiler and collector',
    'threads count as well: half an hour of ES in which everything happens more often, two hours as the simulator has it by default (medians of',
    'seven passes), half an hour of a real holiday, passed until three million rows were read. In the burst each message has its own due instant; its delay ends when book, facts and detectors have seen its match event.',
  ].join('\n');
}
