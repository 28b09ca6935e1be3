/** A new layout around one pane: beside the chart of its instrument where the plan has room for both. Pure. */
import {
  LAYOUT_VERSION,
  type Layout,
  type LayoutNode,
  type Pane,
  type PaneKind,
  UNLINKED_TIMEFRAMES,
} from '@undertow/contracts';

export function paneLayout(kind: PaneKind, instrumentId: number, symbol: string, panesLimit: number): Layout {
  const pane = (id: string, of: PaneKind): Pane => ({
    id,
    kind: of,
    instrumentId,
    timeframe: '5m',
    link: 'A',
    settings: {},
  });
  const alone: LayoutNode = { pane: pane('p1', kind) };
  const root: LayoutNode =
    kind === 'chart' || panesLimit < 2
      ? alone
      : { id: 's1', split: 'row', share: 0.5, first: { pane: pane('p1', 'chart') }, second: { pane: pane('p2', kind) } };
  return { version: LAYOUT_VERSION, name: `${symbol} ${kind}`, template: null, links: UNLINKED_TIMEFRAMES, root };
}
