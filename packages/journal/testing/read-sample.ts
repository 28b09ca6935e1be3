/** For tests: a made-up file as text, read by a platform's own reader. */
import { strToU8 } from 'fflate';
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { sumOf } from '#platforms/reader/money-text.ts';
import type { PlatformReader, PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { readSource } from '#read/files/read-source.ts';

export function sampleFile(text: string, name = 'sample.csv'): SourceFile {
  return readSource(strToU8(text), name);
}

export interface SampleRead extends PlatformRows {
  readonly found: Recognition;
}

/** What the most confident layout of the reader makes of the file. */
export function readSample(
  reader: PlatformReader,
  file: SourceFile,
  answers: ImportAnswers = {},
): SampleRead {
  const [found] = reader.recognise(file);
  if (found === undefined) throw new Error(`${reader.id} does not recognise ${file.name}`);
  return { ...reader.read(file, found, answers), found };
}

export function closedTrips(rows: PlatformRows): readonly RawTrip[] {
  return rows.trips.filter((trip) => trip.status === 'closed');
}

/** Net of closed trips as the report will print it: profit, less costs where the column is gross, and swap. */
export function netOf(rows: PlatformRows): string | null {
  return sumOf(
    closedTrips(rows).flatMap((trip) =>
      trip.pnlIs === 'net' ? [trip.pnl] : [trip.pnl, minus(trip.commission), minus(trip.fees), trip.swap],
    ),
  );
}

function minus(amount: string | null): string | null {
  return amount === null ? null : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
