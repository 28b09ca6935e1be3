/** What a schema makes of every field of a whole value: which may be missing or null, and which are of a kind. */
import type { z } from 'zod';
import { acceptedAt, changed, faultsOf } from './schema-faults.ts';
import type { ValueKind } from './value-kinds.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Paths of all fields within a value, those of lists by the index. */
function pathsOf(value: unknown, before: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Fields).flatMap(([key, item]) => {
    const path = [...before, key];
    return [path.join('.'), ...pathsOf(item, path)];
  });
}

function isInList(value: unknown, path: string): boolean {
  const parent = path.split('.').slice(0, -1);
  return Array.isArray(parent.reduce<unknown>((place, key) => (place as Fields)[key], value));
}

/** Fields that may be left out of a value. */
export function optionalPaths(schema: z.ZodType, value: unknown): readonly string[] {
  return pathsOf(value)
    .filter((path) => !isInList(value, path))
    .filter((path) => faultsOf(schema, changed(value, path, undefined)).length === 0);
}

/** Fields that may be null. */
export function nullPaths(schema: z.ZodType, value: unknown): readonly string[] {
  return pathsOf(value).filter((path) => faultsOf(schema, changed(value, path, null)).length === 0);
}

/** What a field of a value takes and refuses of the values of a kind: the kind itself, where it is of that kind. */
export function kindAt(schema: z.ZodType, value: unknown, path: string, kind: ValueKind): ValueKind {
  const taken = acceptedAt(schema, value, path, kind.taken);
  const wrong = acceptedAt(schema, value, path, kind.refused);
  return { taken, refused: kind.refused.filter((one) => !wrong.includes(one)) };
}
