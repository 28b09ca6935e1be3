/** Which bars a chart in a pane shows: those of its timeframe, or others that its settings name. Pure. */
import type { TimeframeName } from '@undertow/contracts';
import {
  type BarRule,
  barLimits,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  SESSION_TEMPLATES,
  type SessionTemplate,
} from '@undertow/market';
import { minutesOf } from '#lib/words/timeframes.ts';

export type BarSettings = Readonly<Record<string, boolean | number | string | undefined>> & {
  readonly bars?: boolean | number | string | undefined;
  readonly session?: boolean | number | string | undefined;
  readonly zone?: boolean | number | string | undefined;
};

export interface BarChoice {
  readonly value: string;
  readonly label: string;
  readonly rule: BarRule;
}

const time = (ms: number, label: string): BarChoice => ({
  value: `time:${ms}`,
  label,
  rule: { kind: 'time', ms },
});
const trades = (count: number): BarChoice => ({
  value: `trades:${count}`,
  label: `${count} trades`,
  rule: { kind: 'trades', trades: count },
});
const volume = (contracts: number): BarChoice => ({
  value: `volume:${contracts}`,
  label: `${contracts} volume`,
  rule: { kind: 'volume', contracts },
});
const range = (ticks: number): BarChoice => ({
  value: `range:${ticks}`,
  label: `${ticks} range`,
  rule: { kind: 'range', ticks },
});
const delta = (contracts: number): BarChoice => ({
  value: `delta:${contracts}`,
  label: `${contracts} delta`,
  rule: { kind: 'delta', contracts },
});

/** Bars beside those of the timeframes, as the pane's head offers them. */
export const BAR_CHOICES: readonly { readonly title: string; readonly choices: readonly BarChoice[] }[] = [
  {
    title: 'Seconds',
    choices: [
      time(SECOND_MS, '1s'),
      time(5 * SECOND_MS, '5s'),
      time(15 * SECOND_MS, '15s'),
      time(30 * SECOND_MS, '30s'),
    ],
  },
  {
    title: 'Hours and days',
    choices: [time(2 * HOUR_MS, '2h'), time(4 * HOUR_MS, '4h'), time(DAY_MS, '1D')],
  },
  { title: 'Trades', choices: [trades(100), trades(500), trades(1000), trades(2000)] },
  { title: 'Volume', choices: [volume(500), volume(1000), volume(2000), volume(5000)] },
  { title: 'Range, ticks', choices: [range(4), range(8), range(12), range(20)] },
  { title: 'Delta', choices: [delta(100), delta(200), delta(500), delta(1000)] },
];

const ALL = BAR_CHOICES.flatMap(({ choices }) => choices);
const VALUE = /^(time|trades|volume|range|delta):(\d{1,9})$/;

function ruleOf(kind: string, size: number): BarRule {
  switch (kind) {
    case 'trades':
      return { kind, trades: size };
    case 'volume':
    case 'delta':
      return { kind, contracts: size };
    case 'range':
      return { kind, ticks: size };
    default:
      return { kind: 'time', ms: size };
  }
}

/** Null for the bars of the pane's timeframe: also for what no bars can be made of. */
export function barChoice({ bars }: BarSettings): BarChoice | null {
  const [, kind, size] = (typeof bars === 'string' && VALUE.exec(bars)) || [];
  if (kind === undefined) return null;
  const known = ALL.find(({ value }) => value === bars);
  if (known !== undefined) return known;
  const rule = ruleOf(kind, Number(size));
  try {
    barLimits(rule);
  } catch {
    // Stored by another release, or by hand
    return null;
  }
  return { value: String(bars), label: `${size} ${kind}`, rule };
}

/** Where the bars of a choice come from. */
export type BarPlan =
  /** Stored bars of a timeframe, joined to bars of `minutes`. */
  | { readonly from: 'bars'; readonly base: TimeframeName; readonly minutes: number }
  | { readonly from: 'executions'; readonly rule: BarRule; readonly minutes: number };

/** Regular hours begin at half hours: longer bars are made from those that end there. */
const REGULAR_BASE: TimeframeName = '30m';

export function barPlan(
  choice: BarChoice | null,
  timeframe: TimeframeName,
  template: SessionTemplate,
): BarPlan {
  const rule: BarRule = choice?.rule ?? { kind: 'time', ms: minutesOf(timeframe) * MINUTE_MS };
  if (rule.kind !== 'time') return { from: 'executions', rule, minutes: 0 };
  const minutes = rule.ms / MINUTE_MS;
  if (minutes < 1) return { from: 'executions', rule, minutes };
  if (minutes > 30 && template === 'RTH') return { from: 'bars', base: REGULAR_BASE, minutes };
  if (minutes > 60) return { from: 'bars', base: '60m', minutes };
  const names: readonly TimeframeName[] = ['60m', '30m', '15m', '10m', '5m', '1m'];
  const base = names.find((name) => minutes % minutesOf(name) === 0) ?? '1m';
  return { from: 'bars', base, minutes };
}

/** The whole electronic session unless regular hours were chosen. */
export function sessionTemplate({ session }: BarSettings): SessionTemplate {
  return SESSION_TEMPLATES.find((one) => one === session) ?? 'ETH';
}

export const ZONE_CHOICES = ['user', 'exchange', 'utc'] as const;

export function zoneChoice({ zone }: BarSettings): (typeof ZONE_CHOICES)[number] {
  return ZONE_CHOICES.find((one) => one === zone) ?? 'user';
}
