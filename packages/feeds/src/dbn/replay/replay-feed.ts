/** A DBN recording as a feed: replayed by exchange time at any speed, with snapshots on request. */
import { basename } from 'node:path';
import { type EpochMs, epochMs, type FeedTier, MINUTE_MS } from '@undertow/market';
import type { Feed, FeedContract, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { ReplayClock } from './replay-clock.ts';
import { ReplayFlow } from './replay-flow.ts';
import { type RecordedContract, type RecordingSurvey, surveyRecording } from './survey-recording.ts';

export interface DbnReplayOptions {
  readonly path: string;
  /** 1 is real time; `max` as fast as rows can be taken. */
  readonly speed: number | 'max';
  /**
   * Where the present starts: rows before it come at once, as history. `first-trade` (the default) is one minute before
   * the first trade, so that a pre-open of an hour is there without being sat through; `first-row` is the first row
   * that is not part of a snapshot; a number is milliseconds since 1970 UTC.
   */
  readonly from?: 'first-trade' | 'first-row' | number;
  /** Real time in milliseconds that never goes back; the process's monotonic clock by default. */
  readonly clock?: { nowMs(): number };
}

const LEAD_MS = MINUTE_MS;

/**
 * Opens the recording. Time starts to run when the first instrument is opened; each instrument is one subscription, and
 * every product of the catalogue that the file holds can be opened. Throws `DbnError` for files that are not DBN or hold
 * nothing to replay, RangeError for an impossible speed.
 */
export async function openDbnReplay(options: DbnReplayOptions): Promise<Feed> {
  const speed = options.speed === 'max' ? null : options.speed;
  if (speed !== null && !(speed > 0 && Number.isFinite(speed)))
    throw new RangeError(`expected a replay speed above 0, got ${speed}`);
  const survey = await surveyRecording(options.path);
  const realMs = options.clock ? () => options.clock?.nowMs() ?? 0 : () => performance.now();
  const clock = new ReplayClock(startMs(survey, options.from ?? 'first-trade'), speed, realMs);
  return new DbnReplayFeed(options.path, survey, clock);
}

function startMs(survey: RecordingSurvey, from: 'first-trade' | 'first-row' | number): number {
  if (from === 'first-row' || survey.firstTradeMs === null) return survey.firstMs;
  const wanted = from === 'first-trade' ? survey.firstTradeMs - LEAD_MS : from;
  return Math.max(survey.firstMs, wanted);
}

class DbnReplayFeed implements Feed {
  readonly source = 'replay';
  readonly tier: FeedTier;
  readonly run: string;
  readonly instrumentIds: readonly number[];
  readonly #path: string;
  readonly #clock: ReplayClock;
  readonly #contracts: ReadonlyMap<number, RecordedContract>;
  readonly #flows = new Map<number, ReplayFlow>();

  constructor(path: string, survey: RecordingSurvey, clock: ReplayClock) {
    this.#path = path;
    this.#clock = clock;
    // A feed has one tier: products recorded in less depth than the first one are not offered.
    this.tier = survey.contracts[0]!.tier;
    this.#contracts = new Map(
      survey.contracts
        .filter((contract) => contract.tier === this.tier)
        .map((contract) => [contract.product.id, contract]),
    );
    this.instrumentIds = [...this.#contracts.keys()];
    this.run = `replay:${basename(path)}`;
  }

  get replaySpeed(): number | null {
    return this.#clock.speed;
  }

  contractOf(instrumentId: number): FeedContract {
    const { code, expiry } = this.#contract(instrumentId);
    return { instrumentId, code, expiry };
  }

  nowMs(): EpochMs {
    return epochMs(this.#clock.nowMs());
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const contract = this.#contract(instrumentId);
    if (this.#flows.has(instrumentId))
      throw new Error(`${contract.product.symbol} has a listener already: expected one a feed`);
    this.#clock.start();
    const flow = new ReplayFlow(this.#path, contract, this.#clock, listener);
    this.#flows.set(instrumentId, flow);
    flow.start();
    return {
      requestSnapshot: () => flow.requestSnapshot(),
      close: () => {
        flow.close();
        if (this.#flows.get(instrumentId) === flow) this.#flows.delete(instrumentId);
      },
    };
  }

  async close(): Promise<void> {
    const flows = [...this.#flows.values()];
    this.#flows.clear();
    for (const flow of flows) flow.close();
    await Promise.all(flows.map((flow) => flow.ended));
  }

  #contract(instrumentId: number): RecordedContract {
    const contract = this.#contracts.get(instrumentId);
    if (contract === undefined)
      throw new RangeError(
        `instrument ${instrumentId} is not in the recording, expected one of ${this.instrumentIds.join(', ')}`,
      );
    return contract;
  }
}
