/** Writes market-by-order rows as a DBN file of version 3, zstd-compressed. */
import { createRecording, type RecordingHeader, type RecordingWriter } from './dbn-file-writer.ts';
import { encodeMboRecords } from './mbo-records.ts';

/** Creates the file, or replaces it. Rejects with the system's error when it cannot be written. */
export function createMboFile(path: string, header: RecordingHeader): RecordingWriter {
  return createRecording(path, 'mbo', header, (batch) => encodeMboRecords(batch, header));
}
