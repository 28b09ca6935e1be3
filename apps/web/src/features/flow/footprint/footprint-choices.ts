/** Settings of a footprint pane: what is stored with the layout, read with defaults. */
import type { PaneSettings } from '@undertow/contracts';
import type { StackRule } from '@undertow/market';
import { CELL_VIEWS, type CellView } from '#flow-panes/footprint/footprint-input.ts';

export interface FootprintChoices {
  readonly cells: CellView;
  /** `rowTicks` 0: found from the bars. */
  readonly rule: StackRule;
}

function whole(
  value: PaneSettings[string] | undefined,
  least: number,
  most: number,
  standard: number,
): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : standard;
}

/** What is missing, of another type or out of bounds has its default. */
export function footprintChoices(settings: PaneSettings): FootprintChoices {
  const { cells, ratio, from, stack, rowTicks } = settings;
  return {
    cells: CELL_VIEWS.find((view) => view === cells) ?? 'bidAsk',
    rule: {
      ratioPercent: whole(ratio, 100, 1000, 300),
      minSize: whole(from, 0, 10_000, 20),
      minRows: whole(stack, 2, 10, 3),
      rowTicks: whole(rowTicks, 0, 1000, 0),
    },
  };
}

export const CELL_WORDS: Readonly<Record<CellView, string>> = {
  bidAsk: 'Bid × Ask',
  delta: 'Delta',
  volume: 'Volume',
};
