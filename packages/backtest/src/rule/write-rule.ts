/** The text of a rule. Reading it gives the same rule; what is left out has its default. */
import { stringify } from 'yaml';
import type { BacktestRule, RuleFilters } from './backtest-rule.ts';
import type { Condition, Near } from './condition.ts';
import { distanceText, durationText, probabilityText } from './text-values.ts';

type Line = readonly [name: string, text: string];

/** A word as YAML writes it, quoted where it would be something else. */
const word = (text: string): string => stringify(text, { schema: 'failsafe', lineWidth: 0 }).trimEnd();
const quoted = (text: string): string => JSON.stringify(text);
const words = (list: readonly string[]): string => (list.length === 1 ? list[0]! : `[${list.join(', ')}]`);
const inline = (lines: readonly Line[]): string =>
  `{${lines.map(([name, text]) => `${name}: ${text}`).join(', ')}}`;
const when = (isWritten: boolean, name: string, text: string): readonly Line[] =>
  isWritten ? [[name, text]] : [];

function nearLine(near: Near | null): readonly Line[] {
  if (near === null) return [];
  return [
    [
      'near',
      inline([
        ...when(near.level !== null, 'level', near.level ?? ''),
        ...when(near.price !== null, 'price', near.price ?? ''),
        ['ticks', String(near.withinTicks)],
      ]),
    ],
  ];
}

function findingLines(condition: Extract<Condition, { kind: 'event' | 'pattern' }>): readonly Line[] {
  return [
    ...when(condition.minConfidence > 0, 'probability', probabilityText(condition.minConfidence)),
    ...when(condition.minSize > 0, 'size', quoted(`>= ${condition.minSize}`)),
    ...(condition.kind === 'event'
      ? when(condition.perDay !== null, 'per_day', String(condition.perDay))
      : []),
    ...nearLine(condition.near),
  ];
}

function lineText({ drawingId, part, line }: Extract<Condition, { kind: 'price_line' }>): string {
  const point = ({ at, price }: typeof line.from): string =>
    inline([
      ['at', quoted(at)],
      ['price', price],
    ]);
  return inline([
    ['drawing', quoted(drawingId)],
    ['part', quoted(part)],
    ['name', quoted(line.name)],
    ['from', point(line.from)],
    ['to', point(line.to)],
    ['extent', line.extent],
    ...when(line.contract !== null, 'contract', quoted(line.contract ?? '')),
  ]);
}

function conditionLines(condition: Condition): readonly Line[] {
  switch (condition.kind) {
    case 'event':
      return [
        ['event', words(condition.eventTypes)],
        ...when(condition.side !== null, 'side', condition.side ?? ''),
        ...findingLines(condition),
      ];
    case 'pattern':
      return [
        ['pattern', words(condition.patternTypes)],
        ...when(condition.direction !== null, 'direction', condition.direction ?? ''),
        ...findingLines(condition),
      ];
    case 'price_level':
      return [
        ['price', condition.price],
        ['test', condition.test],
      ];
    case 'price_line':
      return [
        ['line', lineText(condition)],
        ['test', condition.test],
      ];
    case 'price_move':
      return [
        ['move', condition.ticks === null ? `${condition.percent ?? 0} %` : `${condition.ticks} ticks`],
        ['direction', condition.direction],
        ['within', durationText(condition.withinMinutes * 60_000)],
      ];
    case 'volume':
      return [
        ['volume', quoted(`>= ${condition.multiple} times`)],
        ['window', durationText(condition.windowMinutes * 60_000)],
      ];
    case 'trend':
      return [['trend', words(condition.to)]];
  }
}

const indented = (lines: readonly Line[], space: string): string[] =>
  lines.map(([name, text]) => `${space}${name}: ${text}`);

function entryText({ all, withinSeconds }: BacktestRule['entry']): string[] {
  const [first] = all;
  if (all.length === 1 && first !== undefined) return indented(conditionLines(first), '  ');
  const conditions = all.flatMap((condition) => {
    const [head = '', ...rest] = indented(conditionLines(condition), '      ');
    return [head.replace('      ', '    - '), ...rest];
  });
  return [
    '  all:',
    ...conditions,
    ...(withinSeconds === null ? [] : [`  within: ${durationText(withinSeconds * 1000)}`]),
  ];
}

const SESSION_TEXT = { any: '[rth, overnight]', regular: 'rth', overnight: 'overnight' } as const;

function filterLines(filters: RuleFilters): readonly Line[] {
  const { session, hours, weekdays, trend, volatility, quality, news } = filters;
  return [
    ...when(session !== 'any', 'session', SESSION_TEXT[session]),
    ...when(hours !== null, 'hours', quoted(`${hours?.from ?? ''} to ${hours?.to ?? ''}`)),
    ...when(weekdays !== null, 'weekdays', words(weekdays ?? [])),
    ...when(trend !== null, 'trend', words(trend ?? [])),
    ...when(volatility !== null, 'volatility', words(volatility ?? [])),
    ...when(quality !== 'any', 'quality', quality),
    ...when(news !== 'any', 'news', news),
  ];
}

function exitLines({
  stop,
  target,
  trailing,
  timeSeconds,
  oppositeEvent,
  sessionEnd,
}: BacktestRule['exits']) {
  return [
    ...(stop === null ? [] : [['stop', distanceText(stop)] as const]),
    ...(target === null ? [] : [['target', distanceText(target)] as const]),
    ...(trailing === null ? [] : [['trailing', distanceText(trailing)] as const]),
    ...(timeSeconds === null ? [] : [['time', durationText(timeSeconds * 1000)] as const]),
    ...when(oppositeEvent, 'opposite_event', 'true'),
    ['session_end', String(sessionEnd)] as const,
  ];
}

export function ruleText(rule: BacktestRule): string {
  const { order, position, coolDownSeconds, costs, fills } = rule;
  const filters = filterLines(rule.filters);
  const limit = order.kind === 'limit' ? order : null;
  const wait = durationText((limit?.waitSeconds ?? 0) * 1000);
  const lines = [
    `name: ${word(rule.name)}`,
    `product: ${word(rule.product)}`,
    'entry:',
    ...entryText(rule.entry),
    ...(filters.length === 0 ? [] : ['filters:', ...indented(filters, '  ')]),
    `direction: ${rule.direction}`,
    ...(limit === null ? [] : [`order: {limit: ${limit.behindTicks} ticks, wait: ${wait}}`]),
    `position: {size: ${position.size}, max: ${position.max}}`,
    'exits:',
    ...indented(exitLines(rule.exits), '  '),
    ...(coolDownSeconds === 0 ? [] : [`cool_down: ${durationText(coolDownSeconds * 1000)}`]),
    `costs: {round_turn: ${costs.roundTurn} USD}`,
    `fills: {model: ${fills.model}, latency: ${durationText(fills.latencyMs)}, jitter: ${durationText(fills.jitterMs)}}`,
  ];
  return `${lines.join('\n')}\n`;
}
