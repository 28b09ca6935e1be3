/** The golden JSON files of routes and socket messages. */
import { readdirSync, readFileSync } from 'node:fs';
import { byEventType } from '@undertow/market';
import { z } from 'zod';

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional();
const request = { params: fields, query: fields, body: z.unknown().optional() };

/** The keys of a golden file of a route: another one would be data that no test reads. */
export const goldenRoute = z.strictObject({
  ...request,
  response: z.unknown().optional(),
  /** Requests that the contract refuses: `tests/matrix` sends them. */
  refused: z
    .array(z.strictObject({ ...request, situation: z.string(), status: z.int() }))
    .nonempty()
    .optional(),
});

/** The placeholder for every event type covers types newer than the file as well; named ones stay as they are. */
function withEveryEventType(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$everyEventType' in value)) return value;
  const { $everyEventType, ...named } = value;
  return { ...byEventType(() => $everyEventType), ...named };
}

export function goldenOf(kind: string, name: string): Record<string, unknown> {
  const file = new URL(`./golden/${kind}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'), withEveryEventType);
}

export function goldenNames(kind: string): string[] {
  const folder = new URL(`./golden/${kind}/`, import.meta.url);
  return readdirSync(folder).map((file) => file.replace('.json', ''));
}
