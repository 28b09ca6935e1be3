/** The kinds of panes that are built: what the palette and the menus offer, and the component that is loaded when one opens. */
import { PANE_KINDS, type PaneKind } from '@undertow/contracts';
import { type ComponentType, lazy } from 'react';
import type { IconName } from '#ui/marks/icon.tsx';
import type { PaneProps, PaneSettingsProps } from './pane-props.ts';

export interface PaneEntry {
  readonly kind: PaneKind;
  /** Stands in the head: `Depth over time`. */
  readonly title: string;
  /** Further words that the palette finds it by, lower case. */
  readonly words: readonly string[];
  readonly icon: IconName;
  /** False: it has no bars, so its head shows no timeframe. */
  readonly hasTimeframe: boolean;
  readonly Pane: ComponentType<PaneProps>;
  /** Null: it has no settings of its own. */
  readonly Settings: ComponentType<PaneSettingsProps> | null;
}

/** One entry a kind, in the order in which they are offered. A kind without one is not built, and is offered nowhere. */
const ENTRIES: readonly PaneEntry[] = [
  {
    kind: 'chart',
    title: 'Chart',
    words: ['candles', 'price', 'vwap'],
    icon: 'activity',
    hasTimeframe: true,
    Pane: lazy(() => import('./chart-pane.tsx').then((file) => ({ default: file.ChartPane }))),
    Settings: lazy(() => import('./chart-settings.tsx').then((file) => ({ default: file.ChartSettings }))),
  },
  {
    kind: 'footprint',
    title: 'Footprint',
    words: ['bid ask', 'imbalance', 'delta', 'cluster', 'order flow'],
    icon: 'layers',
    hasTimeframe: true,
    Pane: lazy(() => import('./footprint-pane.tsx').then((file) => ({ default: file.FootprintPane }))),
    Settings: lazy(() =>
      import('./footprint-settings.tsx').then((file) => ({ default: file.FootprintSettings })),
    ),
  },
  {
    kind: 'depth',
    title: 'Depth over time',
    words: ['heatmap', 'heat map', 'liquidity', 'bookmap', 'resting'],
    icon: 'layers',
    hasTimeframe: false,
    Pane: lazy(() => import('./depth-pane.tsx').then((file) => ({ default: file.DepthPane }))),
    Settings: lazy(() => import('./depth-settings.tsx').then((file) => ({ default: file.DepthSettings }))),
  },
  {
    kind: 'ladder',
    title: 'Ladder',
    words: ['dom', 'depth of market', 'price ladder', 'pulled', 'stacked'],
    icon: 'ladder',
    hasTimeframe: true,
    Pane: lazy(() => import('./ladder-pane.tsx').then((file) => ({ default: file.LadderPane }))),
    Settings: lazy(() => import('./ladder-settings.tsx').then((file) => ({ default: file.LadderSettings }))),
  },
  {
    kind: 'tape',
    title: 'Tape',
    words: ['time and sales', 'prints', 'executions', 'trades'],
    icon: 'list',
    hasTimeframe: false,
    Pane: lazy(() => import('./tape-pane.tsx').then((file) => ({ default: file.TapePane }))),
    Settings: lazy(() => import('./tape-settings.tsx').then((file) => ({ default: file.TapeSettings }))),
  },
  {
    kind: 'profile',
    title: 'TPO',
    words: [
      'profile',
      'market profile',
      'volume profile',
      'value area',
      'poc',
      'vah',
      'val',
      'initial balance',
    ],
    icon: 'chart',
    hasTimeframe: false,
    Pane: lazy(() => import('./profile-pane.tsx').then((file) => ({ default: file.ProfilePane }))),
    Settings: lazy(() =>
      import('./profile-settings.tsx').then((file) => ({ default: file.ProfileSettings })),
    ),
  },
  {
    kind: 'evidence',
    title: 'Evidence',
    words: ['event', 'proof', 'rules'],
    icon: 'shield',
    hasTimeframe: false,
    Pane: lazy(() => import('./evidence-pane.tsx').then((file) => ({ default: file.EvidencePane }))),
    Settings: null,
  },
  {
    kind: 'alerts',
    title: 'Alerts',
    words: ['notifications', 'rules'],
    icon: 'bell',
    hasTimeframe: false,
    Pane: lazy(() => import('./alerts-pane.tsx').then((file) => ({ default: file.AlertsPane }))),
    Settings: null,
  },
];

export const PANE_ENTRIES: readonly PaneEntry[] = ENTRIES.toSorted(
  (one, other) => PANE_KINDS.indexOf(one.kind) - PANE_KINDS.indexOf(other.kind),
);

/** Undefined for a kind that this release has not built. */
export function paneEntry(kind: PaneKind): PaneEntry | undefined {
  return PANE_ENTRIES.find((entry) => entry.kind === kind);
}
