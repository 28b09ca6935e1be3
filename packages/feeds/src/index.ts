/** Outside bytes to market events: DBN files, the simulated exchange, later Rithmic. */
export * from './feed.ts';
