/** Stacked imbalances as zones: each lasts from its bar until price trades through it. */

import { cellRows } from './cell-rows.ts';
import type { FlowBar } from './flow-bar.ts';
import {
  diagonalImbalances,
  type ImbalanceRule,
  type ImbalanceStack,
  stackedImbalances,
} from './imbalances.ts';

export interface StackedZone extends ImbalanceStack {
  /** Start of the bar that has the stack, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  /** Start of the bar that traded through it; null while it lasts. */
  readonly endMs: number | null;
}

export interface StackRule extends ImbalanceRule {
  readonly minRows: number;
}

type Extremes = Pick<FlowBar, 'startMs' | 'highTicks' | 'lowTicks'>;

/** A zone of buys holds until a trade below it, one of sells until a trade above it. */
const isThrough = (zone: ImbalanceStack, { highTicks, lowTicks }: Extremes): boolean =>
  zone.side === 'buy' ? lowTicks < zone.lowTicks : highTicks > zone.highTicks;

export function barStacks({ prices }: Pick<FlowBar, 'prices'>, rule: StackRule): ImbalanceStack[] {
  const rows = cellRows(prices, rule.rowTicks);
  return stackedImbalances(diagonalImbalances(rows, rule), rule.minRows, rule.rowTicks);
}

/** Folded bar by bar; bars must be closed and come oldest first. */
export class StackedZones {
  readonly #rule: StackRule;
  #lasting: StackedZone[] = [];
  readonly #ended: StackedZone[] = [];
  readonly #maxEnded: number;

  /** Of the zones that ended, the last `maxEnded` are kept. */
  constructor(rule: StackRule, maxEnded = 256) {
    this.#rule = rule;
    this.#maxEnded = maxEnded;
  }

  add(bar: FlowBar): void {
    const lasting: StackedZone[] = [];
    for (const zone of this.#lasting) {
      if (isThrough(zone, bar)) this.#ended.push({ ...zone, endMs: bar.startMs });
      else lasting.push(zone);
    }
    this.#ended.splice(0, this.#ended.length - this.#maxEnded);
    for (const stack of barStacks(bar, this.#rule))
      lasting.push({ ...stack, fromMs: bar.startMs, endMs: null });
    this.#lasting = lasting;
  }

  /** Oldest first, those that last and those that ended; `forming` ends zones and adds none. */
  zones(forming: Extremes | null = null): StackedZone[] {
    const lasting = this.#lasting.map((zone) =>
      forming !== null && isThrough(zone, forming) ? { ...zone, endMs: forming.startMs } : zone,
    );
    return [...this.#ended, ...lasting].sort((a, b) => a.fromMs - b.fromMs || a.lowTicks - b.lowTicks);
  }
}
