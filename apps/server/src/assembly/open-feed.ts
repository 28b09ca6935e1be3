/** Opens the feed that the settings name. */
import { randomInt } from 'node:crypto';
import {
  type DatabentoFeedOptions,
  type DatabentoState,
  databentoPlace,
  databentoSource,
  type Feed,
  isDatabentoKey,
  openDatabentoFeed,
  openDbnReplay,
  openNoMarket,
  openSimulatedVenue,
  type PastState,
  SIMULATED_INSTRUMENTS,
  withTodaysPast,
} from '@undertow/feeds';
import { INSTRUMENTS, type Instrument } from '@undertow/market';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Stores } from '#adapters/storage/stores.ts';
import type { Config } from '#config/config.ts';
import type { DatabentoConfig } from '#config/feed-config.ts';
import { ConfigError } from '#config/parse-settings.ts';
import { resumePoints } from '#live/record/resume-points.ts';
import type { Clock } from '#ports/clock.ts';
import { addDatabentoMetrics, addPastMetrics } from './metrics/databento-metrics.ts';

export interface FeedParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly stores: Stores;
  readonly metrics: Registry;
}

/** Throws what the feed throws: an unreadable recording, an unknown symbol. */
export async function openFeed(parts: FeedParts): Promise<Feed> {
  const { config, clock, stores } = parts;
  const { feed } = config;
  if (feed.kind === 'replay') return openDbnReplay({ path: feed.path, speed: config.replaySpeed ?? 'max' });
  if (feed.kind === 'none') {
    parts.log.warn('no market data (MARKET_FEED=none): only connected accounts have a market');
    return openNoMarket(() => clock.nowMs());
  }
  const offered = feed.kind === 'databento' ? INSTRUMENTS : SIMULATED_INSTRUMENTS;
  const instruments = chosenInstruments(config.simInstruments, offered);
  const nowMs = (): number => clock.nowMs();
  if (feed.kind === 'databento') return await openDatabento(parts, instruments, feed);
  return openSimulatedVenue({
    instruments,
    nowMs,
    seed: config.simSeed ?? randomInt(2 ** 32),
    scenario: config.simScenario,
    announced: config.simAnnounced,
    historyMinutes: config.simHistoryMinutes,
    resume: await resumePoints(stores.marketStore, instruments, nowMs()),
  });
}

/** Catalogue numbers of the products: those of the setting in its order, or all that the source offers. */
function chosenInstruments(
  symbols: readonly string[] | null,
  offered: readonly Instrument[],
): readonly number[] {
  if (symbols === null) return offered.map((instrument) => instrument.id);
  return symbols.map((symbol) => {
    const instrument = offered.find((row) => row.symbol === symbol);
    if (instrument !== undefined) return instrument.id;
    const known = offered.map((row) => row.symbol).join(', ');
    throw new ConfigError(
      `These settings cannot be used:\n  SIM_INSTRUMENTS ${symbol}: expected some of ${known}`,
    );
  });
}

/** The contract that each product's last stored bar names: one that served today stays, although the vendor has another by now. */
async function servedContracts(
  { stores, log }: Pick<FeedParts, 'stores' | 'log'>,
  instruments: readonly number[],
  source: string,
): Promise<NonNullable<DatabentoFeedOptions['served']>> {
  const served = new Map<number, { readonly code: string; readonly atMs: number }>();
  try {
    for (const id of instruments) {
      const last = await stores.marketStore.lastBar(id, source);
      if (last !== undefined) served.set(id, { code: last.bar.contract, atMs: last.bar.startMs });
    }
  } catch (error) {
    log.error({ err: error }, 'contracts of stored bars not read');
  }
  return served;
}

async function openDatabento(
  parts: FeedParts,
  instruments: readonly number[],
  { key, dataset, gateway, compression }: DatabentoConfig,
): Promise<Feed> {
  if (!isDatabentoKey(key))
    throw new ConfigError(
      'These settings cannot be used:\n  DATABENTO_KEY expected a key of 32 characters that begins with db-',
    );
  const { log, clock, metrics } = parts;
  const source = databentoSource(dataset, gateway ?? undefined);
  const options: DatabentoFeedOptions = {
    ...{ key, dataset, compression, instruments },
    ...(gateway === null ? {} : { gateway }),
    served: await servedContracts(parts, instruments, source),
    nowMs: () => clock.nowMs(),
    monotonicMs: () => performance.now(),
    random: () => Math.random(),
    onState: (state) => logState(log, state),
  };
  const live = await openDatabentoFeed(options);
  const place = gateway ?? databentoPlace(dataset);
  const feed = withTodaysPast(live, {
    session: { ...place, key, dataset, compression, waitScale: 1 },
    onState: (id, state) => logPast(log, live.contractOf(id).code, state),
  });
  addDatabentoMetrics(metrics, feed, () => clock.nowMs());
  addPastMetrics(metrics, feed);
  return feed;
}

/** A past that is not whole leaves a gap on the chart: the log names the reason. */
function logPast(log: Logger, contract: string, state: PastState): void {
  if (state.kind === 'partial') log.warn({ contract, ...state }, 'Databento: the past of today is not whole');
  else log.info({ contract, ...state }, 'Databento: the past of today');
}

/** What only the operator can change is an error, the rest passes. */
function logState(log: Logger, state: DatabentoState): void {
  if (state.kind === 'running') log.info('Databento: the session runs');
  else if (state.kind === 'ended')
    log.error(state, 'Databento: the feed is down until the server is restarted');
  else log.warn(state, 'Databento: the feed is disturbed');
}
