/** `undertow score LABELS DETECTIONS`: scores the lines of `undertow detect` against the labels of a market. */
import {
  type Finding,
  outsideGaps,
  type RowFigures,
  rowFigures,
  rowsOf,
  SCORE_ROWS,
  tallyRow,
  wilsonInterval,
  Z_95,
} from '@undertow/detection';
import { productOfContract } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { readDetections } from '#score/read-detections.ts';
import { type LabelFile, readLabels } from '#score/read-labels.ts';
import { probability } from '#terminal/options.ts';
import { InputError, type Terminal } from '#terminal/terminal.ts';

const ARGS = {
  labels: { type: 'positional', description: 'labels.jsonl as written by simulate', required: true },
  detections: { type: 'positional', description: 'Output of detect', required: true },
  'min-confidence': {
    type: 'string',
    description: 'Minimum confidence of a finding, from 0 to 1',
    valueHint: 'p',
    default: '0.6',
  },
  json: { type: 'boolean', description: 'One JSON object instead of a table', default: false },
} as const;

/** Resampling has one session only: intervals here are Wilson's, and this seed changes nothing that is shown. */
const UNUSED_SEED = 1;

export function scoreCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'score', description: 'Precision and recall of detections against labels' },
    args: ARGS,
    run: async ({ args }) => {
      const minConfidence = probability('min-confidence', args['min-confidence']);
      const truth = await readLabels(args.labels);
      if (truth.labels.length === 0)
        throw new InputError(`${args.labels}: no labels, there is nothing to score`);
      const { findings, tiers, lines } = await readDetections(args.detections, minConfidence);
      const rows = scoreRows(truth, findings);
      const unscored = findings.filter(({ type, sub }) => rowsOf(type, sub).length === 0).length;
      const counts = {
        labels: truth.labels.length,
        gaps: truth.gaps.length,
        lines,
        findings: findings.length,
      };
      if (args.json) {
        terminal.data(JSON.stringify({ minConfidence, tiers, ...counts, unscored, rows }));
        return;
      }
      for (const line of table(rows)) terminal.data(line);
      terminal.note(
        `${findings.length} findings at ${minConfidence} or above, ${unscored} of types without labels`,
      );
    },
  });
}

interface ScoredRow {
  readonly row: string;
  readonly labels: number;
  readonly found: number;
  readonly missed: number;
  readonly weakLabels: number;
  readonly weakFound: number;
  readonly neutral: number;
  readonly wrong: number;
  readonly duplicates: number;
  readonly precision: Share | null;
  readonly recall: Share | null;
  readonly f1: number | null;
  readonly strictF1: number | null;
  readonly weakRecall: number | null;
  readonly delayMedianMs: number | null;
  readonly delayP90Ms: number | null;
  readonly directionAccuracy: number | null;
  readonly sizeErrorMedian: number | null;
  readonly wrongBy: RowFigures['wrongBy'];
}

/** With Wilson's 95 % interval. */
interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Rows in which there was something to find or something was found. */
function scoreRows({ labels, gaps }: LabelFile, findings: readonly Finding[]): ScoredRow[] {
  const symbols = [...new Set(labels.map(({ symbol }) => symbol))];
  const stray = findings.filter(({ symbol }) => !symbols.some((one) => isSame(one, symbol)));
  if (stray.length > 0)
    throw new InputError(`detections of ${stray[0]?.symbol}, but labels of ${symbols.join(', ')} only`);
  const markets = symbols.map((symbol) =>
    outsideGaps(
      {
        labels: labels.filter((label) => label.symbol === symbol),
        findings: findings.filter((finding) => isSame(symbol, finding.symbol)),
        hours: 0,
        isClean: false,
      },
      gaps.filter((gap) => isSame(symbol, gap.symbol)),
    ),
  );
  return SCORE_ROWS.flatMap((row) => {
    const figures = rowFigures(
      markets.map((market) => tallyRow(row, market)),
      UNUSED_SEED,
    );
    const { labels: counted, weakLabels, neutral, wrong, duplicates } = figures;
    return counted + weakLabels + neutral + wrong + duplicates === 0 ? [] : [scoredRow(row.name, figures)];
  });
}

/** A bare product means whatever contract of it the other side names. */
function isSame(a: string, b: string): boolean {
  return a === b || productOfContract(a)?.symbol === b || productOfContract(b)?.symbol === a;
}

function scoredRow(row: string, figures: RowFigures): ScoredRow {
  const { labels, found, weakLabels, weakFound, neutral, wrong, duplicates } = figures;
  const right = found + weakFound;
  return {
    row,
    labels,
    found,
    missed: labels - found,
    weakLabels,
    weakFound,
    neutral,
    wrong,
    duplicates,
    precision: share(right, right + wrong),
    recall: share(found, labels),
    f1: figures.f1?.value ?? null,
    strictF1: figures.strictF1,
    weakRecall: figures.weakRecall,
    delayMedianMs: figures.delayMedianMs,
    delayP90Ms: figures.delayP90Ms,
    directionAccuracy: figures.directionAccuracy,
    sizeErrorMedian: figures.sizeErrorMedian,
    wrongBy: figures.wrongBy,
  };
}

function share(part: number, whole: number): Share | null {
  return whole === 0 ? null : { value: part / whole, ...wilsonInterval(part / whole, whole, Z_95) };
}

const HEAD = ['type', 'precision', 'recall', 'F1', 'found', 'wrong', 'dup.', 'delay', 'wrong at'] as const;

function table(rows: readonly ScoredRow[]): string[] {
  const cells = [[...HEAD], ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  return cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

function cellsOf(row: ScoredRow): string[] {
  const causes = row.wrongBy
    .slice(0, 3)
    .map(({ cause, share: part }) => `${cause} ${(100 * part).toFixed(0)} %`);
  return [
    row.row,
    shareText(row.precision),
    shareText(row.recall),
    row.f1 === null ? '-' : row.f1.toFixed(2),
    `${row.found} of ${row.labels}${row.weakLabels > 0 ? ` (weak ${row.weakFound} of ${row.weakLabels})` : ''}`,
    String(row.wrong),
    String(row.duplicates),
    row.delayMedianMs === null ? '-' : `${(row.delayMedianMs / 1000).toFixed(1)} s`,
    causes.join(', '),
  ];
}

function shareText(value: Share | null): string {
  return value === null
    ? '-'
    : `${value.value.toFixed(3)} (${value.low.toFixed(2)}-${value.high.toFixed(2)})`;
}
