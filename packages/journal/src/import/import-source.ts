/** The pipeline of an import after reading: recognise, rows, zones, symbols, pairing, P&L check, keys, report. */

import type {
  Assumption,
  ImportAnswers,
  ImportOutcome,
  ImportQuestion,
  PackedFills,
  SkippedRows,
} from '#model/import-model.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { PlatformRegistry, PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { REGISTRY } from '#platforms/registry/registry.ts';
import { chooseLayout } from './choose-layout.ts';
import type { DraftContext } from './draft-context.ts';
import { draftFills } from './draft-fills.ts';
import type { DraftTrade } from './draft-trade.ts';
import { draftTrips } from './draft-trips.ts';
import { finishTrades } from './finish-trades.ts';
import { ImportClock } from './import-clock.ts';
import { openPoints } from './import-questions.ts';
import { importReport } from './import-report.ts';
import { layoutKeyOf, sampleOf } from './layout-sample.ts';
import { type SettledRows, settleAmbiguity } from './settle-ambiguity.ts';
import { unknownOutcome } from './unknown-outcome.ts';

/**
 * Imports a file that is already read; after an answer it is called again with the same file. Throws `ImportRefusal`
 * for files that hold no trades. Money and counts are exact; what could not be imported is in the report.
 */
export function importSource(
  source: SourceFile,
  answers: ImportAnswers,
  registry: PlatformRegistry = REGISTRY,
): ImportOutcome {
  return outcomeOf(draftRows(recogniseRows(source, answers, registry)));
}

/** Rows of a recognised file, without the file: the grid of a large one takes more memory than the trades. */
export interface RecognisedRows {
  readonly file: string;
  readonly found: Pick<Recognition, 'platform' | 'layout'>;
  readonly settled: SettledRows;
  readonly warnings: readonly string[];
  readonly sample: ImportOutcome['sample'];
  readonly layoutKey: string;
}

/** Finds the layout and reads its rows; an unknown table becomes the outcome whose question is about its columns. */
export function recogniseRows(
  source: SourceFile,
  answers: ImportAnswers,
  registry: PlatformRegistry = REGISTRY,
): RecognisedRows | ImportOutcome {
  const chosen = chooseLayout(source, answers, registry);
  if (!('reader' in chosen)) return unknownOutcome(source, chosen);
  const { reader, found } = chosen;
  return {
    file: source.name,
    found: { platform: found.platform, layout: found.layout },
    settled: settleAmbiguity((given) => reader.read(source, found, given), answers),
    warnings: source.warnings,
    sample: sampleOf(found.grid, found.headerRow),
    layoutKey: layoutKeyOf(found.platform, found.grid, found.headerRow),
  };
}

/** Drafts of a file's trades and what its report needs besides, without its rows. */
export interface DraftedRows extends Pick<RecognisedRows, 'file' | 'found' | 'sample' | 'layoutKey'> {
  readonly rows: Omit<PlatformRows, 'trips' | 'fills'>;
  readonly answers: ImportAnswers;
  readonly drafts: readonly DraftTrade[];
  readonly repeatedLines: readonly number[];
  readonly assumptions: readonly Assumption[];
  readonly zoneAssumed: boolean;
  readonly books: readonly string[];
  readonly unplaced: readonly PackedFills[];
}

/** Reads numbers, times and symbols of the rows and pairs fills. */
export function draftRows(
  recognised: RecognisedRows | ImportOutcome,
  earlier: readonly PackedFills[] = [],
): DraftedRows | ImportOutcome {
  if ('report' in recognised) return recognised;
  const { file, found, settled, sample, layoutKey } = recognised;
  const { answers, assumptions } = settled;
  const { trips: rawTrips, fills: rawFills, ...rows } = settled.rows;
  const clock = new ImportClock(rows.zone, answers.zone);
  const context: DraftContext = { ...found, earlier, rows, answers, clock, placed: new Map() };
  const trips = draftTrips(rawTrips, context);
  const fills = draftFills(rawFills, context);
  return {
    file,
    found,
    sample,
    layoutKey,
    rows: {
      ...rows,
      rejected: [...rows.rejected, ...trips.rejected, ...fills.rejected].sort((a, b) => a.line - b.line),
      warnings: [...recognised.warnings, ...rows.warnings, ...fills.warnings, ...zoneWarnings(clock)],
    },
    answers,
    drafts: [...trips.drafts, ...fills.drafts],
    repeatedLines: fills.repeatedLines,
    assumptions,
    zoneAssumed: clock.isAssumed,
    books: fills.books,
    unplaced: fills.unplaced,
  };
}

/** Trades, report and questions of the drafts. */
export function outcomeOf(drafted: DraftedRows | ImportOutcome): ImportOutcome {
  if ('report' in drafted) return drafted;
  const { file, found, rows, answers, drafts, zoneAssumed, sample, layoutKey } = drafted;
  const finished = finishTrades({ drafts, platform: found.platform, zoneAssumed });
  const open = openPoints({ drafts, answers, zoneAssumed, fileName: file, platform: found.platform });
  const report = importReport({
    file,
    ...found,
    rowsRead: rows.rowsRead,
    trades: finished.trades,
    rejected: rows.rejected,
    skipped: [...rows.skipped, ...repeatedRows([...finished.repeatedLines, ...drafted.repeatedLines])],
    warnings: [...rows.warnings, ...finished.warnings],
    assumptions: [...drafted.assumptions, ...finished.assumptions, ...open.assumptions],
    statedNet: rows.statedNet,
  });
  const questions = onceEach([...rows.questions, ...open.questions]);
  const { books, unplaced } = drafted;
  return { report, trades: finished.trades, questions, sample, layoutKey, books, unplaced };
}

/** A platform's own text of a question takes precedence over the general one. */
function onceEach(questions: readonly ImportQuestion[]): ImportQuestion[] {
  return questions.filter(
    ({ field, subject }, index) =>
      index === questions.findIndex((other) => other.field === field && other.subject === subject),
  );
}

function zoneWarnings(clock: ImportClock): string[] {
  const unknown = clock.unknownZone === null ? [] : [`${clock.unknownZone} is not a known time zone.`];
  if (!clock.isAssumed) return unknown;
  return [
    ...unknown,
    'The file does not state its time zone: times are read as UTC until the question is answered.',
  ];
}

/** Lines named in a report of skipped rows. */
const MAX_LINES = 20;

function repeatedRows(lines: readonly number[]): SkippedRows[] {
  if (lines.length === 0) return [];
  const reason = 'The same id with the same figures occurs twice in the file.';
  return [{ reason, count: lines.length, lines: lines.slice(0, MAX_LINES) }];
}
