/** What is wrong with a rule that can be read: it can never fire, contradicts itself, or would have to know the future. */
import { type Instrument, parsePriceTicks } from '@undertow/market';
import type { BacktestRule, Distance } from './backtest-rule.ts';
import type { Condition, Near } from './condition.ts';
import { instantMs } from './instant-ms.ts';
import type { FaultKind, RuleFault } from './rule-fault.ts';

const MAX_CONDITIONS = 4;
const MAX_WITHIN_SECONDS = 14_400;
const MAX_SIZE = 1000;
const MAX_POSITIONS = 20;
const MAX_LATENCY_MS = 60_000;

type Report = (kind: FaultKind, path: string, message: string) => void;

function pathOf({ entry }: BacktestRule, at: number): string {
  return entry.all.length === 1 ? 'entry' : `entry.all.${at}`;
}

function checkPrice(path: string, price: string, instrument: Instrument | null, report: Report): void {
  if (instrument === null) return;
  try {
    parsePriceTicks(instrument, price);
  } catch (error) {
    report('never_fires', path, error instanceof Error ? error.message : String(error));
  }
}

function checkNear(path: string, near: Near, instrument: Instrument | null, report: Report): void {
  if ((near.price === null) === (near.level === null))
    report('contradiction', path, 'Give either a price or a level of the session.');
  if (near.price !== null) checkPrice(`${path}.price`, near.price, instrument, report);
}

/** A line exists for a rule from its later point on: what ends there was drawn when its crossings were known. */
function checkLine(
  path: string,
  { line }: Extract<Condition, { kind: 'price_line' }>,
  instrument: Instrument | null,
  report: Report,
): void {
  for (const end of ['from', 'to'] as const)
    checkPrice(`${path}.line.${end}.price`, line[end].price, instrument, report);
  try {
    const [fromMs, toMs] = [instantMs(line.from.at), instantMs(line.to.at)];
    if (fromMs > toMs) report('contradiction', `${path}.line`, 'A line begins at its earlier point.');
    if (fromMs === toMs && line.from.price !== line.to.price)
      report('never_fires', `${path}.line`, 'A vertical line has no price to cross.');
  } catch (error) {
    report('unreadable', `${path}.line`, error instanceof Error ? error.message : String(error));
    return;
  }
  if (line.extent === 'none' || line.extent === 'left') {
    const message = 'The line is known at its second point and ends there. Extend it to the right.';
    report('looks_ahead', `${path}.line.extent`, message);
  }
}

function checkMove(
  path: string,
  { ticks, percent, withinMinutes }: Extract<Condition, { kind: 'price_move' }>,
  report: Report,
): void {
  if ((ticks === null) === (percent === null))
    report('contradiction', `${path}.move`, 'Give either ticks or a percentage.');
  if (ticks === 0 || percent === 0) report('contradiction', `${path}.move`, 'A move is at least one tick.');
  if (withinMinutes < 1) report('never_fires', `${path}.within`, 'A move takes at least a minute.');
}

function checkCondition(
  path: string,
  condition: Condition,
  instrument: Instrument | null,
  report: Report,
): void {
  switch (condition.kind) {
    case 'event':
      if (condition.eventTypes.length === 0) report('never_fires', `${path}.event`, 'Choose an event.');
      if (condition.near !== null) checkNear(`${path}.near`, condition.near, instrument, report);
      return;
    case 'pattern':
      if (condition.patternTypes.length === 0) report('never_fires', `${path}.pattern`, 'Choose a pattern.');
      if (condition.near !== null) checkNear(`${path}.near`, condition.near, instrument, report);
      return;
    case 'price_level':
      checkPrice(`${path}.price`, condition.price, instrument, report);
      return;
    case 'price_line':
      checkLine(path, condition, instrument, report);
      return;
    case 'price_move':
      checkMove(path, condition, report);
      return;
    case 'volume':
      if (condition.multiple <= 1)
        report('contradiction', `${path}.volume`, 'Unusual volume is more than the usual one.');
      if (condition.windowMinutes < 1)
        report('never_fires', `${path}.window`, 'A window takes at least a minute.');
      return;
    case 'trend':
      if (condition.to.length === 0) report('never_fires', `${path}.trend`, 'Choose a trend.');
      return;
  }
}

function checkEntry(rule: BacktestRule, instrument: Instrument | null, report: Report): void {
  const { all, withinSeconds } = rule.entry;
  if (all.length === 0) report('never_fires', 'entry', 'Choose what the rule waits for.');
  if (all.length > MAX_CONDITIONS)
    report('contradiction', 'entry.all', `expected at most ${MAX_CONDITIONS} conditions, got ${all.length}`);
  if (all.length > 1 && withinSeconds === null)
    report('contradiction', 'entry.within', 'Give the time within which all of them become true.');
  if (withinSeconds !== null && (withinSeconds < 1 || withinSeconds > MAX_WITHIN_SECONDS))
    report('never_fires', 'entry.within', 'expected a time from 1 s to 4 h');
  for (const [at, condition] of all.entries())
    checkCondition(pathOf(rule, at), condition, instrument, report);
}

/** Of a first condition that never has a side, a rule cannot follow it. */
function checkDirection({ direction, entry }: BacktestRule, report: Report): void {
  const first = entry.all[0];
  if (first === undefined || direction === 'long' || direction === 'short') return;
  const isFlat =
    first.kind === 'volume' ||
    (first.kind === 'trend' && first.to.length > 0 && first.to.every((trend) => trend === 'consolidating'));
  if (!isFlat) return;
  const message = 'The first condition has no side to go with. Choose long or short.';
  report('never_fires', 'direction', message);
}

/** Minutes after midnight of `08:30`. */
function minuteOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
}

/** Whether some minute of the hours is within or outside of the regular ones. */
function hasMinute(
  { filters }: BacktestRule,
  { rthOpenMinute, rthCloseMinute }: Instrument,
  isRegular: boolean,
): boolean {
  if (filters.hours === null) return true;
  const from = minuteOf(filters.hours.from);
  const length = (minuteOf(filters.hours.to) - from + 1440) % 1440;
  return Array.from({ length }, (_, after) => (from + after) % 1440).some(
    (minute) => (minute >= rthOpenMinute && minute < rthCloseMinute) === isRegular,
  );
}

function checkFilters(rule: BacktestRule, instrument: Instrument | null, report: Report): void {
  const { hours, weekdays, trend, volatility, session } = rule.filters;
  if (hours !== null && hours.from === hours.to)
    report('never_fires', 'filters.hours', 'expected two different times');
  for (const [name, words] of [
    ['weekdays', weekdays],
    ['trend', trend],
    ['volatility', volatility],
  ] as const)
    if (words?.length === 0) report('never_fires', `filters.${name}`, 'The list is empty.');
  if (instrument !== null && session !== 'any' && !hasMinute(rule, instrument, session === 'regular'))
    report('contradiction', 'filters.hours', `These hours are never ${session}.`);
  const first = rule.entry.all[0];
  if (rule.entry.all.length === 1 && first?.kind === 'trend' && trend !== null) {
    if (!first.to.some((to) => trend.includes(to)))
      report('contradiction', 'filters.trend', 'The entry waits for a trend that the filter leaves out.');
  }
}

function checkDistance(path: string, distance: Distance | null, report: Report): void {
  if (distance === null) return;
  if (!(distance.value > 0)) report('contradiction', path, 'A distance is more than 0.');
  else if (distance.unit === 'ticks' && !Number.isInteger(distance.value))
    report('contradiction', path, 'Ticks are whole.');
}

function checkTrade({ exits, position, order, fills, coolDownSeconds }: BacktestRule, report: Report): void {
  for (const name of ['stop', 'target', 'trailing'] as const)
    checkDistance(`exits.${name}`, exits[name], report);
  if (exits.timeSeconds !== null && exits.timeSeconds < 1)
    report('contradiction', 'exits.time', 'expected at least 1 s');
  if (!(position.size >= 1 && position.size <= MAX_SIZE))
    report('contradiction', 'position.size', `expected 1 to ${MAX_SIZE} contracts`);
  if (!(position.max >= 1 && position.max <= MAX_POSITIONS))
    report('contradiction', 'position.max', `expected 1 to ${MAX_POSITIONS} positions`);
  if (order.kind === 'limit' && order.waitSeconds < 1)
    report('never_fires', 'order.wait', 'A limit order needs at least 1 s to be reached.');
  if (fills.latencyMs > MAX_LATENCY_MS || fills.jitterMs > MAX_LATENCY_MS)
    report('never_fires', 'fills.latency', 'expected at most 60 s');
  if (coolDownSeconds < 0 || !Number.isInteger(coolDownSeconds))
    report('contradiction', 'cool_down', 'expected whole seconds');
}

/** Without a line: those of a text are added by its reader. `instrument`: null where the product is none. */
export function checkRule(rule: BacktestRule, instrument: Instrument | null): RuleFault[] {
  const faults: RuleFault[] = [];
  const report: Report = (kind, path, message) => faults.push({ kind, path, line: null, message });
  if (rule.name.trim() === '') report('unreadable', 'name', 'expected a name');
  if (instrument === null) report('never_fires', 'product', `expected a product, got ${rule.product}`);
  checkEntry(rule, instrument, report);
  checkDirection(rule, report);
  checkFilters(rule, instrument, report);
  checkTrade(rule, report);
  return faults;
}
