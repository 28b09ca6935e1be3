/** Outside bytes to market events: Databento live, DBN files, the simulated exchange, Rithmic accounts. */
export * from '#databento/databento-feed.ts';
export { openDatabentoFeed } from '#databento/dataset-feed.ts';
export { databentoPlace, isDatabentoKey } from '#databento/gateway-lines.ts';
export * from '#databento-history/contract-days.ts';
export * from '#databento-history/databento-history.ts';
export * from '#databento-history/download-range.ts';
export { HistoryError, type HistoryFault } from '#databento-history/history-error.ts';
export {
  DATABENTO_HISTORY_URL,
  type HistoryAccess,
  historyUrlFault,
} from '#databento-history/history-request.ts';
export * from '#databento-history/spending.ts';
export * from '#databento-history/spending-ledger.ts';
export type { PastState } from '#databento-past/past-flow.ts';
export * from '#databento-past/todays-past.ts';
export * from '#dbn/decode/dbn-instruments.ts';
export * from '#dbn/decode/decode-mbo.ts';
export * from '#dbn/decode/decode-records.ts';
export * from '#dbn/decode/read-dbn.ts';
export * from '#dbn/decode/record-tally.ts';
export type { RecordingWriter } from '#dbn/encode/dbn-file-writer.ts';
export * from '#dbn/encode/live-metadata.ts';
export * from '#dbn/encode/live-records.ts';
export * from '#dbn/encode/mbo-records.ts';
export { metadataBytes } from '#dbn/encode/metadata-bytes.ts';
export * from '#dbn/encode/record-style.ts';
export * from '#dbn/encode/reference-records.ts';
export * from '#dbn/encode/write-levels.ts';
export * from '#dbn/encode/write-mbo.ts';
export * from '#dbn/files/dbn-error.ts';
export * from '#dbn/files/dbn-file.ts';
export * from '#dbn/files/dbn-metadata.ts';
export * from '#dbn/files/message-codes.ts';
export * from '#dbn/replay/replay-feed.ts';
export * from '#feed/feed.ts';
export * from '#feed/snapshot-rows.ts';
export { openRithmicFeed } from '#rithmic/account/account-feed.ts';
export * from '#rithmic/account/rithmic-feed.ts';
export { testRithmicLogin } from '#rithmic/account/ticker-session.ts';
export * from '#rithmic/history/minute-profiles.ts';
export type { AccountReport } from '#rithmic/session/account-report.ts';
export { ReconnectWait } from '#rithmic/session/reconnect-wait.ts';
export * from '#rithmic/session/rithmic-gateway.ts';
export { SystemList } from '#rithmic/session/system-list.ts';
export * from '#rithmic/wire/message-shape.ts';
export * from '#rithmic/wire/rithmic-error.ts';
export * from '#rithmic/wire/rithmic-messages.ts';
export * from '#rithmic/wire/wire-codec.ts';
export * from '#simulated/simulated-venue.ts';
export * from '#sync/book-sync.ts';
export * from '#sync/book-sync-options.ts';
