/** A stand-in for tests: any ports, the markets of ES and gold in this thread, some minutes of history. */
import type { DatabentoSettings } from '#databento/gateway/databento-settings.ts';
import { type Databento, startDatabento } from '#databento/gateway/start-databento.ts';
import { RunningFeed } from './running-feed.ts';

export const ES = 1;
export const GOLD = 5;
export const KEY = 'db-0123456789abcdefghijklmnopqrs';
const MINUTE_MS = 60_000;
/** Busier than in life, so that tests see much of everything soon. */
const SCALE = 12;

export function openDatabento({
  instruments = [ES, GOLD],
  historyMinutes = 1,
  seed = 7,
  scale = SCALE,
  ...settings
}: Partial<DatabentoSettings> = {}): Promise<Databento> {
  const ports = { livePort: 0, historyPort: 0, host: '127.0.0.1', key: KEY };
  const feed = new RunningFeed({
    instrumentIds: instruments,
    seed,
    historyMs: historyMinutes * MINUTE_MS,
    scale,
  });
  return startDatabento({ ...ports, seed, historyMinutes, ...settings }, { feed });
}
