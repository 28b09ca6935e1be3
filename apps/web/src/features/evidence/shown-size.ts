/**
 * The visible size of an iceberg over time, and the trades into it, from the recorded window and from its refills.
 * Pure.
 */
import type { EventEvidence, EvidenceDelta } from '@undertow/contracts';
import { msOfNs, orderIds } from './evidence-facts.ts';

/** From `timeMs` on, `size` contracts were shown. */
export interface SizeStep {
  readonly timeMs: number;
  readonly size: number;
}

export interface TradeMark {
  readonly timeMs: number;
  readonly size: number;
}

export interface ShownSize {
  readonly steps: readonly SizeStep[];
  readonly trades: readonly TradeMark[];
}

function fromWindow(deltas: readonly EvidenceDelta[], ids: ReadonlySet<string>): ShownSize {
  const steps: SizeStep[] = [];
  const trades: TradeMark[] = [];
  for (const delta of deltas) {
    if (delta.orderId === null || !ids.has(delta.orderId)) continue;
    const timeMs = Date.parse(delta.at);
    if (delta.action === 'fill') trades.push({ timeMs, size: delta.size });
    else if (delta.action === 'cancel') steps.push({ timeMs, size: 0 });
    else if (delta.action === 'add' || delta.action === 'modify') steps.push({ timeMs, size: delta.size });
  }
  return { steps, trades };
}

function numberAt(record: object, key: string): number | null {
  const value = (record as Record<string, unknown>)[key];
  return typeof value === 'number' ? value : null;
}

/** Each refill holds what was shown before, what was filled, and what was shown after. */
function fromRefills(refills: unknown): ShownSize {
  const steps: SizeStep[] = [];
  const trades: TradeMark[] = [];
  if (!Array.isArray(refills)) return { steps, trades };
  for (const refill of refills) {
    if (typeof refill !== 'object' || refill === null) continue;
    const timeMs = msOfNs((refill as Record<string, unknown>)['timeNs']);
    const before = numberAt(refill, 'shownBefore');
    const after = numberAt(refill, 'shownAfter');
    const filled = numberAt(refill, 'filled');
    if (timeMs === null || before === null || after === null || filled === null) continue;
    steps.push(
      { timeMs, size: before },
      { timeMs, size: Math.max(0, before - filled) },
      { timeMs, size: after },
    );
    trades.push({ timeMs, size: filled });
  }
  return { steps, trades };
}

/** Rows of the recording and the detector's facts name the same match event when they are this close. */
const SAME_MS = 1;

/** What both sources hold: the recorded rows, and the refills that the recording does not reach. In order of time. */
function withRefills(recorded: ShownSize, refills: unknown): ShownSize {
  const instants = new Set(recorded.trades.map((trade) => Math.round(trade.timeMs / SAME_MS)));
  const isRecorded = (timeMs: number): boolean =>
    [-1, 0, 1].some((by) => instants.has(Math.round(timeMs / SAME_MS) + by));
  const facts = fromRefills(refills);
  const inOrder = <T extends { readonly timeMs: number }>(rows: readonly T[], more: readonly T[]): T[] =>
    [...rows, ...more.filter((row) => !isRecorded(row.timeMs))].sort((a, b) => a.timeMs - b.timeMs);
  return { steps: inOrder(recorded.steps, facts.steps), trades: inOrder(recorded.trades, facts.trades) };
}

/** What can be drawn of an iceberg; null when the data hold fewer than two steps. */
export function shownSize({ evidence, window }: EventEvidence): ShownSize | null {
  const ids = new Set(orderIds(evidence));
  const shown = withRefills(fromWindow(window.deltas, ids), evidence['refills']);
  return shown.steps.length >= 2 && shown.trades.length > 0 ? shown : null;
}
