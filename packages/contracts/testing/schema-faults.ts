/** What a schema refuses, and values that differ from a valid one in one place. */
import type { z } from 'zod';

type Fields = Record<string, unknown>;

/** Paths of what is refused, `name: key` for unknown keys; empty when the value is accepted. */
export function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `unknown: ${[...issue.path, key].join('.')}`)
      : [issue.path.join('.')],
  );
}

/** A copy with another value at a path such as `rules.maxLoss`; without the field when the value is undefined. */
export function changed(base: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  const copy = (Array.isArray(base) ? [...base] : { ...(base as Fields) }) as Fields;
  if (rest.length > 0) copy[key] = changed(copy[key], rest.join('.'), value);
  else if (value === undefined) delete copy[key];
  else copy[key] = value;
  return copy;
}

/** Which of the values a schema accepts at a path of a valid value. */
export function acceptedAt(
  schema: z.ZodType,
  base: unknown,
  path: string,
  values: readonly unknown[],
): unknown[] {
  return values.filter((value) => faultsOf(schema, changed(base, path, value)).length === 0);
}

/** The messages of what is refused: what was expected. */
export function messagesOf(schema: z.ZodType, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);
}

/** The schema of a part of a request that a route has. */
export function partOf<Schema extends z.ZodType>(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('the route has no such part');
  return schema;
}
