/** Which sources of market data are no market. */

/** Whether the prices of a source are those of a simulator, not of a market. */
export function isSimulatedSource(source: string): boolean {
  return source === 'simulated' || source === 'databento-stand-in';
}
