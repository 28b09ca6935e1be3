/** A stand-in for tests: any ports, the markets of ES and gold in this thread, some minutes of history. */
import type { DatabentoSettings } from '#databento/gateway/databento-settings.ts';
import { type Databento, startDatabento } from '#databento/gateway/start-databento.ts';
import { RunningFeed } from './running-feed.ts';

export const ES = 1;
export const GOLD = 5;
export const KEY = 'db-0123456789abcdefghijklmnopqrs';
const MINUTE_MS = 60_000;

export function openDatabento({
  instruments = [ES, GOLD],
  historyMinutes = 1,
  seed = 7,
  ...settings
}: Partial<DatabentoSettings> = {}): Promise<Databento> {
  const ports = { livePort: 0, historyPort: 0, host: '127.0.0.1', key: KEY };
  const feed = new RunningFeed(instruments, seed, historyMinutes * MINUTE_MS);
  return startDatabento({ ...ports, seed, historyMinutes, ...settings }, { feed });
}
