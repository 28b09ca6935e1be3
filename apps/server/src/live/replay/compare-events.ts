/** Compares an event with the same event of a replay, value by value. */
import type { FlowEvent } from '@undertow/market';

export interface Comparison {
  /** Number of paths at which either has a value. */
  readonly compared: number;
  /** Paths of those that are not the same, bit for bit. */
  readonly differing: readonly string[];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Paths of all plain values, lists by their places. */
function leavesOf(value: unknown, path: string, into: Map<string, unknown>): Map<string, unknown> {
  if (!isObject(value)) return into.set(path, value);
  for (const [key, item] of Object.entries(value)) leavesOf(item, path === '' ? key : `${path}.${key}`, into);
  return into;
}

/** The event by itself: its rank among others is not computed by the replay, and a tape does not contain the others. */
function findingOf({ perDay: _rank, ...finding }: FlowEvent): Omit<FlowEvent, 'perDay'> {
  return finding;
}

export function compareEvents(event: FlowEvent, replayed: FlowEvent): Comparison {
  const ours = leavesOf(findingOf(event), '', new Map());
  const theirs = leavesOf(findingOf(replayed), '', new Map());
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])];
  return {
    compared: paths.length,
    differing: paths.filter(
      (path) => ours.has(path) !== theirs.has(path) || !Object.is(ours.get(path), theirs.get(path)),
    ),
  };
}
