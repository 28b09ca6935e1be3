/** Opens the feed of the settings and the live line over it. */
import { randomInt } from 'node:crypto';
import { type Feed, openDbnReplay, openSimulatedVenue } from '@undertow/feeds';
import { calendarOf, INSTRUMENTS, instrumentBySymbol } from '@undertow/market';
import type { Logger } from 'pino';
import type { Stores } from '#adapters/storage/stores.ts';
import { type Config, ConfigError } from '#config/config.ts';
import { createLiveLine, type LiveLine } from '#live/live-line.ts';
import { resumePoints } from '#live/record/resume-points.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Controls } from '#ports/controls.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { DataUsage } from '#ports/people.ts';
import type { TrackStore } from '#ports/track-store.ts';

export interface LineParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly stores: Stores;
  readonly controls: Controls;
  readonly trackStore: TrackStore;
  readonly entitlements: Entitlements;
  readonly usage: DataUsage;
}

/** Catalogue numbers of the simulated venue: those of the setting in its order, or all. */
function simulatedInstruments(symbols: readonly string[] | null): readonly number[] {
  if (symbols === null) return INSTRUMENTS.map((instrument) => instrument.id);
  return symbols.map((symbol) => {
    const instrument = instrumentBySymbol(symbol);
    if (instrument !== undefined) return instrument.id;
    const known = INSTRUMENTS.map((row) => row.symbol).join(', ');
    throw new ConfigError(
      `These settings cannot be used:\n  SIM_INSTRUMENTS ${symbol}: expected some of ${known}`,
    );
  });
}

async function openFeed({ config, clock, stores }: LineParts): Promise<Feed> {
  const { feed } = config;
  if (feed.kind === 'replay') return openDbnReplay({ path: feed.path, speed: config.replaySpeed ?? 'max' });
  const instruments = simulatedInstruments(config.simInstruments);
  const nowMs = (): number => clock.nowMs();
  return openSimulatedVenue({
    instruments,
    nowMs,
    seed: config.simSeed ?? randomInt(2 ** 32),
    scenario: config.simScenario,
    historyMinutes: config.simHistoryMinutes,
    resume: await resumePoints(stores.marketStore, instruments, nowMs()),
  });
}

/** Starts the line. Throws what the feed throws: an unreadable recording, an unknown symbol. */
export async function openLine(parts: LineParts): Promise<LiveLine> {
  const { bus, stores, entitlements, log } = parts;
  const feed = await openFeed(parts);
  return createLiveLine({
    feed,
    calendar: calendarOf(feed.source),
    bus,
    clock: parts.clock,
    audit: stores.audit,
    controls: parts.controls,
    marketStore: stores.marketStore,
    trackStore: parts.trackStore,
    alertStore: stores.alerts,
    alertRules: stores.alertRules,
    alertOutbox: stores.alertOutbox,
    alertDeadLetters: stores.alertDeadLetters,
    preferences: stores.preferences,
    entitlements,
    usage: parts.usage,
    log,
  });
}
