/**
 * What the page shows of a read file: small, whatever the file's size, so that it crosses from the worker in no time.
 */
import {
  formatMicros,
  type ImportedTrade,
  type ImportOutcome,
  type ImportQuestion,
  type ImportReport,
  type RefusalCode,
  type Rejection,
  type TradeFlag,
} from '@undertow/journal';

/** Rows of the preview, and rejections that are listed. */
export const PREVIEW_ROWS = 50;
const LISTED_REJECTIONS = 200;

export interface PreviewTrade {
  readonly line: number;
  readonly key: string;
  readonly symbol: string;
  readonly root: string;
  readonly side: 'long' | 'short';
  readonly quantity: string;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  readonly entryMs: number | null;
  /** After costs, decimal text in `currency`; null while open. */
  readonly net: string | null;
  readonly currency: string;
  readonly status: 'open' | 'closed';
  readonly flags: readonly TradeFlag[];
  /** In the journal already. */
  readonly isKnown: boolean;
  /** Represents trades of an earlier import with more details. */
  readonly isCompleting: boolean;
}

/** What the server says of a file's trades, by their keys. */
export interface ComparedTrades {
  readonly known: ReadonlySet<string>;
  readonly completing: ReadonlySet<string>;
  /** Trades to be imported, including those that only earlier imports and the file together complete. */
  readonly fresh: number;
}

/** Why the server did not compare. */
export interface NotCompared {
  readonly text: string;
  /** Milliseconds after which it may be sent again; null where it may not. */
  readonly retryAfterMs: number | null;
}

export interface FilePreview {
  /** Its `rejected` holds the first ones only; `rejectedCount` counts all. */
  readonly report: ImportReport;
  readonly rejectedCount: number;
  readonly questions: readonly ImportQuestion[];
  readonly sample: ImportOutcome['sample'];
  readonly layoutKey: string;
  /** The first ones of the file. */
  readonly trades: readonly PreviewTrade[];
  /** All trades of the file. */
  readonly count: number;
  /** Those that the journal does not hold; null until it was compared. */
  readonly fresh: number | null;
  /** Of the fresh ones those that complete an earlier import. */
  readonly completing: number;
  /** Null when the server compared, or has not been requested to yet. */
  readonly notCompared: NotCompared | null;
}

/** Bytes read into a preview, or the reason why there is none. */
export type ReadResult =
  | { readonly ok: true; readonly preview: FilePreview }
  | { readonly ok: false; readonly code: RefusalCode; readonly message: string };

function previewTrade(trade: ImportedTrade): PreviewTrade {
  const { line, key, symbol, root, side, quantity, entryPrice, exitPrice, entryMs, currency, status, flags } =
    trade;
  const net = trade.netMicros === null ? null : formatMicros(trade.netMicros);
  return {
    line,
    key,
    symbol,
    root,
    side,
    quantity,
    entryPrice,
    exitPrice,
    entryMs,
    net,
    currency,
    status,
    flags,
    isKnown: false,
    isCompleting: false,
  };
}

/** The preview before the comparison with the journal. */
export function previewOf(outcome: ImportOutcome): FilePreview {
  const first = [...outcome.trades].sort((a, b) => a.line - b.line).slice(0, PREVIEW_ROWS);
  const { rejected } = outcome.report;
  return {
    report: { ...outcome.report, rejected: rejected.slice(0, LISTED_REJECTIONS) },
    rejectedCount: rejected.length,
    questions: outcome.questions,
    sample: outcome.sample,
    layoutKey: outcome.layoutKey,
    trades: first.map(previewTrade),
    count: outcome.trades.length,
    fresh: null,
    completing: 0,
    notCompared: null,
  };
}

/** The preview with what the journal holds of the file, or with the reason why that could not be had. */
export function comparedPreview(preview: FilePreview, result: ComparedTrades | NotCompared): FilePreview {
  if (!('fresh' in result)) return { ...preview, notCompared: result };
  const { known, completing, fresh } = result;
  const trades = preview.trades.map((trade) => ({
    ...trade,
    isKnown: known.has(trade.key),
    isCompleting: completing.has(trade.key),
  }));
  return { ...preview, trades, fresh, completing: completing.size, notCompared: null };
}

/** What becomes of a row when the file is imported. */
export type RowStatus = 'read' | 'new' | 'completes' | 'open' | 'duplicate' | 'unanswered' | 'rejected';

export type PreviewRow =
  | { readonly kind: 'trade'; readonly trade: PreviewTrade; readonly status: RowStatus }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

/** True where an unanswered question decides about this trade. */
function waitsFor(trade: PreviewTrade, open: readonly ImportQuestion[]): boolean {
  return open.some(({ field, subject }) =>
    field === 'pointValue' ? subject === trade.root : field !== 'mapping',
  );
}

function rowStatusOf(trade: PreviewTrade, open: readonly ImportQuestion[], isCompared: boolean): RowStatus {
  if (trade.isKnown) return 'duplicate';
  if (waitsFor(trade, open)) return 'unanswered';
  if (!isCompared) return 'read';
  if (trade.isCompleting) return 'completes';
  return trade.status === 'open' ? 'open' : 'new';
}

/** The first rows of the file in its own order, rejected ones among them. */
export function previewRows(preview: FilePreview): readonly PreviewRow[] {
  const open = openQuestions(preview);
  const trades = preview.trades.map(
    (trade): PreviewRow => ({
      kind: 'trade',
      trade,
      status: rowStatusOf(trade, open, preview.fresh !== null),
    }),
  );
  const rejected = preview.report.rejected.map((rejection): PreviewRow => ({ kind: 'rejected', rejection }));
  const lineOf = (row: PreviewRow): number => (row.kind === 'trade' ? row.trade.line : row.rejection.line);
  return [...trades, ...rejected].sort((a, b) => lineOf(a) - lineOf(b)).slice(0, PREVIEW_ROWS);
}

/** What must be answered before anything may be saved. */
export function openQuestions({ questions }: FilePreview): readonly ImportQuestion[] {
  return questions.filter(({ blocking }) => blocking);
}
