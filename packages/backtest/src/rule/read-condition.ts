/** Conditions of a rule's text. Each is recognised by the field that names what it waits for. */
import {
  BOOK_SIDES,
  FLOW_EVENT_TYPES,
  LEVEL_TESTS,
  LINE_EXTENTS,
  NEAR_LEVELS,
  PATTERN_DIRECTIONS,
  PATTERN_TYPES,
  TRENDS,
} from '@undertow/market';
import type { Condition, LinePoint, Near, PerDay } from './condition.ts';
import type { MapNode } from './rule-nodes.ts';
import * as value from './text-values.ts';

const plain = (text: string): string => text;
const MOVE_DIRECTIONS = ['up', 'down', 'either'] as const;
const PER_DAYS: ReadonlyMap<string, PerDay> = new Map(
  (['chosen', 3, 10, 30] as const).map((perDay) => [String(perDay), perDay]),
);

function readPerDay(text: string): PerDay {
  const perDay = PER_DAYS.get(text);
  if (perDay === undefined) throw new value.ValueError(`expected 3, 10, 30 or chosen, got ${text}`);
  return perDay;
}

function readPrice(text: string): string {
  if (!/^[+-]?\d{1,6}(?:\.\d{1,9})?$/.test(text))
    throw new value.ValueError(`expected a price such as 4567.25, got ${text}`);
  return text;
}

function readNear(node: MapNode): Near | null {
  const near = node.map('near');
  if (near === null) return null;
  const read = {
    price: near.optional('price', readPrice) ?? null,
    level: near.optional('level', value.wordReader(NEAR_LEVELS)) ?? null,
    withinTicks: near.needed('ticks', value.readTicks) ?? 0,
  };
  near.finish();
  return read;
}

function readEvent(node: MapNode): Condition {
  return {
    kind: 'event',
    eventTypes: node.list('event', value.wordReader(FLOW_EVENT_TYPES)) ?? [],
    side: node.optional('side', value.wordReader(BOOK_SIDES)) ?? null,
    minConfidence: node.value('probability', value.readProbability, 0),
    minSize: node.value('size', value.readSize, 0),
    perDay: node.value('per_day', readPerDay, null),
    near: readNear(node),
  };
}

function readPattern(node: MapNode): Condition {
  return {
    kind: 'pattern',
    patternTypes: node.list('pattern', value.wordReader(PATTERN_TYPES)) ?? [],
    direction: node.optional('direction', value.wordReader(PATTERN_DIRECTIONS)) ?? null,
    minConfidence: node.value('probability', value.readProbability, 0),
    minSize: node.value('size', value.readSize, 0),
    near: readNear(node),
  };
}

function readPriceLevel(node: MapNode): Condition {
  return {
    kind: 'price_level',
    test: node.value('test', value.wordReader(LEVEL_TESTS), 'crosses'),
    price: node.needed('price', readPrice) ?? '0',
  };
}

function readPoint(node: MapNode, name: string): LinePoint {
  const point = node.map(name);
  if (point === null) {
    node.fault(name, `expected ${node.placeOf(name)}`);
    return { at: '', price: '0' };
  }
  const read = { at: point.needed('at', plain) ?? '', price: point.needed('price', readPrice) ?? '0' };
  point.finish();
  return read;
}

function readLine(node: MapNode): Condition | null {
  const line = node.map('line');
  if (line === null) return null;
  const read: Condition = {
    kind: 'price_line',
    test: node.value('test', value.wordReader(LEVEL_TESTS), 'crosses'),
    drawingId: line.value('drawing', plain, ''),
    part: line.value('part', plain, 'line'),
    line: {
      name: line.value('name', plain, 'Line'),
      from: readPoint(line, 'from'),
      to: readPoint(line, 'to'),
      extent: line.value('extent', value.wordReader(LINE_EXTENTS), 'right'),
      contract: line.optional('contract', plain) ?? null,
    },
  };
  line.finish();
  return read;
}

function readMoveSize(text: string): { readonly ticks: number | null; readonly percent: number | null } {
  const [, percent] = /^(\d{1,2}(?:\.\d{1,4})?)\s*%$/.exec(text) ?? [];
  return percent === undefined
    ? { ticks: value.readTicks(text), percent: null }
    : { ticks: null, percent: Number(percent) };
}

function readMinutes(text: string): number {
  const minutes = value.readDuration(text) / 60_000;
  if (!Number.isInteger(minutes)) throw new value.ValueError(`expected whole minutes, got ${text}`);
  return minutes;
}

function readMove(node: MapNode): Condition {
  return {
    kind: 'price_move',
    direction: node.value('direction', value.wordReader(MOVE_DIRECTIONS), 'either'),
    ...(node.needed('move', readMoveSize) ?? { ticks: null, percent: null }),
    withinMinutes: node.needed('within', readMinutes) ?? 1,
  };
}

function readVolume(node: MapNode): Condition {
  const readMultiple = (text: string): number => value.readAtLeast(text.replace(/\s+times$/, ''));
  return {
    kind: 'volume',
    multiple: node.needed('volume', readMultiple) ?? 1,
    windowMinutes: node.needed('window', readMinutes) ?? 1,
  };
}

function readTrend(node: MapNode): Condition {
  return { kind: 'trend', to: node.list('trend', value.wordReader(TRENDS)) ?? [] };
}

const READERS: ReadonlyMap<string, (node: MapNode) => Condition | null> = new Map([
  ['event', readEvent],
  ['pattern', readPattern],
  ['price', readPriceLevel],
  ['line', readLine],
  ['move', readMove],
  ['volume', readVolume],
  ['trend', readTrend],
]);

/** Null where the fields name nothing to wait for; the fault is noted. */
export function readCondition(node: MapNode): Condition | null {
  for (const [name, read] of READERS) {
    if (!node.has(name)) continue;
    const condition = read(node);
    node.finish();
    return condition;
  }
  node.fault('', `expected ${value.orList([...READERS.keys()])} in ${node.path}`);
  return null;
}
