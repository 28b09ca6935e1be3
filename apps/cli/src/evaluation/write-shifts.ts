/** Writes how far features separate families of markets: a file beside the calibrators. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ModelShifts, readModelShifts } from '@undertow/detection';
import { COMMITTED_CALIBRATORS } from './write-calibrators.ts';

export const SHIFTS_FILE = 'feature-shifts.json';
/** Where the tests find them. */
export const COMMITTED_SHIFTS = join(COMMITTED_CALIBRATORS, '..', SHIFTS_FILE);

/** Replaces what was measured, and removes what is of no `known` model or has no features any more. */
export async function writeShifts(
  path: string,
  measured: readonly ModelShifts[],
  known: readonly string[],
): Promise<void> {
  const nameOf = ({ model, tier }: ModelShifts): string => `${model}.${tier}`;
  const models = new Map((await stored(path)).map((one) => [nameOf(one), one]));
  for (const one of measured) models.set(nameOf(one), one);
  const kept = [...models.values()]
    .filter(({ model, features }) => known.includes(model) && features.length > 0)
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const spread = JSON.stringify({ models: kept }, null, 1);
  await mkdir(dirname(path), { recursive: true });
  // One line a feature
  await writeFile(path, `${spread.replace(/{[^{}]*}/g, (inner) => inner.replace(/\n\s*/g, ' '))}\n`);
}

async function stored(path: string): Promise<ModelShifts[]> {
  if (!existsSync(path)) return [];
  return readModelShifts(JSON.parse(await readFile(path, 'utf8')));
}
