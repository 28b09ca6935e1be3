/** Outside bytes to market events: DBN files, the simulated exchange, later Rithmic. */
export * from './book-sync.ts';
export * from './book-sync-options.ts';
export * from './dbn/dbn-error.ts';
export * from './dbn/dbn-file.ts';
export type { RecordingHeader, RecordingWriter } from './dbn/dbn-file-writer.ts';
export * from './dbn/dbn-instruments.ts';
export * from './dbn/dbn-metadata.ts';
export * from './dbn/decode-mbo.ts';
export * from './dbn/decode-records.ts';
export * from './dbn/read-dbn.ts';
export * from './dbn/record-tally.ts';
export * from './dbn/replay-feed.ts';
export * from './dbn/write-levels.ts';
export * from './dbn/write-mbo.ts';
export * from './feed.ts';
export type { BookPrices, FeedHours } from './feed-overlay.ts';
export * from './simulated/simulated-venue.ts';
export * from './snapshot-rows.ts';
