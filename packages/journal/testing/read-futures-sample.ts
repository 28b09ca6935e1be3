/** Generated files read as a real one would be: bytes to source to the most confident reader of these platforms. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill, RawTrip } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { REGISTRY } from '#platforms/registry/registry.ts';
import { sampleFile } from './read-sample.ts';

/** Layouts found, most confident first. */
export function recognitionsOf(file: SourceFile): Recognition[] {
  return REGISTRY.platforms
    .flatMap((reader) => [...reader.recognise(file)])
    .sort((left, right) => right.confidence - left.confidence);
}

export function readMadeUp(
  source: string | SourceFile,
  answers: ImportAnswers = {},
): PlatformRows & { layout: string } {
  const file = typeof source === 'string' ? sampleFile(source) : source;
  const found = recognitionsOf(file)[0];
  const reader = REGISTRY.platforms.find(({ id }) => id === found?.platform);
  if (found === undefined || reader === undefined) throw new Error('no platform recognises the file');
  return { ...reader.read(file, found, answers), layout: found.layout };
}

export function refusedAs(text: string): string[] {
  const file = sampleFile(text);
  return REGISTRY.refused.filter((refused) => refused.recognise(file)).map(({ layout }) => layout);
}

export function onlyTrip(rows: PlatformRows): RawTrip {
  const trip = rows.trips[0];
  if (trip === undefined || rows.trips.length !== 1)
    throw new Error(`expected one trip, not ${rows.trips.length}`);
  return trip;
}

export function onlyFill(rows: PlatformRows): RawFill {
  const fill = rows.fills[0];
  if (fill === undefined || rows.fills.length !== 1)
    throw new Error(`expected one fill, not ${rows.fills.length}`);
  return fill;
}

/** Sum of decimal texts to the cent. */
export function totalOf(amounts: readonly (string | null)[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + Number(amount ?? 0), 0) * 100) / 100;
}

/** `2026-03-16 09:31:05`, with the offset where the row has one. */
export function clockOf(time: RawFill['time'] | null): string | null {
  if (time === null) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  const offset = time.offsetMinutes === null ? '' : ` ${time.offsetMinutes}`;
  return `${time.year}-${two(time.month)}-${two(time.day)} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}${offset}`;
}
