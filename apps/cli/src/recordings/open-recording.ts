/** Opens a DBN file for a command, and reports on standard error what it left out. */
import { DbnError, type DbnRows, readDbn } from '@undertow/feeds';
import { InputError, type Terminal } from '#terminal/terminal.ts';

/** Opens the file; failures name it. */
export async function openRecording(path: string): Promise<DbnRows> {
  return named(path, () => readDbn(path));
}

/** Runs a step of reading the file; errors in its content carry the file's name. */
export async function named<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DbnError) throw new InputError(`${path}: ${error.message}`, { cause: error });
    // Reading a folder fails without its path.
    if (error instanceof Error && 'code' in error && !('path' in error)) Object.assign(error, { path });
    throw error;
  }
}

/** Remarks on records that a command could not use. */
export function noteLeftOut(path: string, rows: DbnRows, terminal: Terminal): void {
  for (const text of rows.counts.warnings) terminal.note(`${path}: the gateway said: ${text}`);
  for (const [fileId, count] of rows.counts.withoutTick) {
    const symbol = rows.instruments.find((instrument) => instrument.fileId === fileId)?.symbol;
    terminal.note(
      `${path}: ${count} records of ${symbol ?? 'instrument'} (${fileId}) left out: no tick size in the file or the catalogue`,
    );
  }
  if (rows.counts.superseded > 0)
    terminal.note(
      `${path}: ${rows.counts.superseded} records left out: the file holds a richer schema of the same instrument`,
    );
}
