/** A rule from its text, with what is wrong in which line. */
import { type Instrument, NEWS_FILTERS, TRENDS } from '@undertow/market';
import {
  type BacktestRule,
  DIRECTIONS,
  FILL_MODELS,
  NO_FILTERS,
  type RuleEntry,
  type RuleExits,
  type RuleFilters,
  type RuleOrder,
  VOLATILITIES,
  WEEKDAYS,
} from './backtest-rule.ts';
import { checkRule } from './check-rule.ts';
import { readCondition } from './read-condition.ts';
import type { RuleFault } from './rule-fault.ts';
import { type MapNode, RuleText } from './rule-nodes.ts';
import * as value from './text-values.ts';

export interface ReadRule {
  /** Null where something is wrong. */
  readonly rule: BacktestRule | null;
  readonly faults: readonly RuleFault[];
  /** Line from 1 of each place that the text has: `exits.stop`. */
  readonly lines: ReadonlyMap<string, number>;
}

const SESSION_WORDS = ['rth', 'overnight'] as const;
const MS_PER_SECOND = 1000;

function readEntry(root: MapNode): RuleEntry {
  const entry = root.map('entry');
  if (entry === null) {
    if (!root.has('entry')) root.fault('entry', 'expected entry: what the rule waits for');
    return { all: [], withinSeconds: null };
  }
  if (!entry.has('all')) {
    const condition = readCondition(entry);
    return { all: condition === null ? [] : [condition], withinSeconds: null };
  }
  const all = entry.maps('all').flatMap((node) => readCondition(node) ?? []);
  const withinSeconds = entry.needed('within', value.readSeconds) ?? null;
  entry.finish();
  return { all, withinSeconds };
}

function readSession(node: MapNode): RuleFilters['session'] {
  const words = new Set(node.list('session', value.wordReader(SESSION_WORDS)));
  if (words.size !== 1) return 'any';
  return words.has('rth') ? 'regular' : 'overnight';
}

function readHours(text: string): NonNullable<RuleFilters['hours']> {
  const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d) to ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new value.ValueError(`expected hours of the exchange such as 08:30 to 11:00, got ${text}`);
  return { from, to };
}

function readFilters(root: MapNode): RuleFilters {
  const node = root.map('filters');
  if (node === null) return NO_FILTERS;
  const filters: RuleFilters = {
    session: readSession(node),
    hours: node.optional('hours', readHours) ?? null,
    weekdays: node.list('weekdays', value.wordReader(WEEKDAYS)) ?? null,
    trend: node.list('trend', value.wordReader(TRENDS)) ?? null,
    volatility: node.list('volatility', value.wordReader(VOLATILITIES)) ?? null,
    quality: node.value('quality', value.wordReader(['any', 'complete'] as const), 'any'),
    news: node.value('news', value.wordReader(NEWS_FILTERS), 'any'),
  };
  node.finish();
  return filters;
}

function readOrder(root: MapNode): RuleOrder {
  if (!root.isMap('order')) {
    root.optional('order', value.wordReader(['market'] as const));
    return { kind: 'market' };
  }
  const node = root.map('order');
  if (node === null) return { kind: 'market' };
  const order: RuleOrder = {
    kind: 'limit',
    behindTicks: node.needed('limit', value.readTicks) ?? 0,
    waitSeconds: node.needed('wait', value.readSeconds) ?? 1,
  };
  node.finish();
  return order;
}

function readExits(root: MapNode): RuleExits {
  const node = root.map('exits');
  const exits = {
    stop: node?.optional('stop', value.readDistance) ?? null,
    target: node?.optional('target', value.readDistance) ?? null,
    trailing: node?.optional('trailing', value.readDistance) ?? null,
    timeSeconds: node?.optional('time', value.readSeconds) ?? null,
    oppositeEvent: node?.value('opposite_event', value.readBoolean, false) ?? false,
    sessionEnd: node?.value('session_end', value.readBoolean, true) ?? true,
  };
  node?.finish();
  return exits;
}

function readPosition(root: MapNode): BacktestRule['position'] {
  const node = root.map('position');
  const position = {
    size: node?.value('size', value.readWhole, 1) ?? 1,
    max: node?.value('max', value.readWhole, 1) ?? 1,
  };
  node?.finish();
  return position;
}

function readFills(root: MapNode): BacktestRule['fills'] {
  const node = root.map('fills');
  const fills = {
    model: node?.value('model', value.wordReader(FILL_MODELS), 'fast') ?? 'fast',
    latencyMs: node?.value('latency', value.readDuration, 50) ?? 50,
    jitterMs: node?.value('jitter', value.readDuration, 20) ?? 20,
  };
  node?.finish();
  return fills;
}

function readCosts(root: MapNode): BacktestRule['costs'] {
  const node = root.map('costs');
  const roundTurn = node?.value('round_turn', value.readUsd, '0') ?? '0';
  node?.finish();
  return { roundTurn };
}

function ruleOf(root: MapNode): BacktestRule {
  const plain = (text: string): string => text;
  const rule: BacktestRule = {
    name: root.needed('name', plain) ?? '',
    product: root.needed('product', plain) ?? '',
    entry: readEntry(root),
    filters: readFilters(root),
    direction: root.value('direction', value.wordReader(DIRECTIONS), 'with_event'),
    order: readOrder(root),
    position: readPosition(root),
    exits: readExits(root),
    coolDownSeconds: root.value('cool_down', value.readDuration, 0) / MS_PER_SECOND,
    costs: readCosts(root),
    fills: readFills(root),
  };
  root.finish();
  return rule;
}

/** `instrumentOf`: the instrument of a product symbol; null where there is none. */
export function readRule(text: string, instrumentOf: (product: string) => Instrument | null): ReadRule {
  const source = new RuleText();
  const root = source.open(text);
  const rule = root === null ? null : ruleOf(root);
  if (rule !== null && source.faults.length === 0) {
    for (const { kind, path, message } of checkRule(rule, instrumentOf(rule.product)))
      source.fault(path, message, kind);
  }
  return { rule: source.faults.length > 0 ? null : rule, faults: source.faults, lines: source.lines };
}
