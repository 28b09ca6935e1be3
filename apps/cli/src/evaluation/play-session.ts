/** Runs one simulated session through the pipeline of every tier; returns findings, candidates and labels, never rows. */
import {
  BASELINES,
  BaselineRunner,
  type CalibratorSource,
  CandidateLog,
  createPipeline,
  type Finding,
  FindingLog,
  type Pipeline,
  RowCounter,
  type ScoreModel,
  type StateSource,
  type TrackCounts,
  type TrackRow,
  type TruthLabel,
} from '@undertow/detection';
import {
  CME_CALENDAR,
  type EventBatch,
  existenceOf,
  type FeedTier,
  type Instrument,
  InstrumentMarket,
  instrumentBySymbol,
  MINUTE_MS,
  NS_PER_MS,
} from '@undertow/market';
import {
  createSession,
  createTierDeriver,
  type Label,
  RowBuffer,
  type TierDeriver,
} from '@undertow/simulator';
import { type SessionPlan, sessionStartMs } from './session-plan.ts';

export interface PlayOptions {
  readonly tiers: readonly FeedTier[];
  readonly calibrators: CalibratorSource;
  /** Null: nothing is withheld, and everything raises from the usual probability. */
  readonly states: StateSource | null;
  readonly keepsLooks: boolean;
  /** Scores looks in place of the judge, by `model.tier`. */
  readonly scorers: ReadonlyMap<string, ScoreModel>;
  /** Naive rules, and the track record: what only a score reads. */
  readonly withBaselines: boolean;
}

/** What came out on one tier. */
export interface PlayedTier {
  readonly tier: FeedTier;
  /** Findings as displayed, those of them that reached 0.8, and those of the naive rules. */
  readonly alerts: readonly Finding[];
  readonly highAlerts: readonly Finding[];
  readonly baselines: readonly Finding[];
  readonly candidates: CandidateLog;
  /** What became of the outcomes that findings declared. */
  readonly track: TrackCounts;
}

export interface PlayedSession {
  readonly labels: readonly TruthLabel[];
  readonly fromNs: bigint;
  readonly toNs: bigint;
  readonly hours: number;
  readonly isClean: boolean;
  readonly tiers: readonly PlayedTier[];
}

/** Findings too small to raise count from this probability on. */
const MINOR = 0.6;
const HIGH_ALERT = 0.8;

export function playSession(plan: SessionPlan, options: PlayOptions): PlayedSession {
  const { seed, minutes, scenario, generator, excludedStyles } = plan;
  const instrument = instrumentBySymbol(plan.symbol);
  if (instrument === undefined) throw new Error(`the catalogue has no ${plan.symbol}`);
  const startMs = sessionStartMs(seed);
  const session = createSession({
    instrument,
    seed,
    startMs,
    openTicks: instrument.basePriceTicks,
    scenario,
    generator,
    excludedStyles,
    timeOfDay: 'exchange',
  });
  const lines = options.tiers.map((tier) => new TierLine(instrument, tier, seed, options));
  const rows = new RowBuffer();
  const labels: Label[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    rows.clear();
    session.advance(startMs + minute * MINUTE_MS, rows);
    labels.push(...session.takeLabels());
    for (const line of lines) line.apply(rows);
  }
  labels.push(...session.finish());
  return {
    labels: labels.map((label) => truthLabel(label, instrument.symbol)),
    fromNs: BigInt(startMs) * NS_PER_MS,
    toNs: BigInt(startMs + minutes * MINUTE_MS) * NS_PER_MS,
    hours: minutes / 60,
    isClean: scenario === 'clean',
    tiers: lines.map((line) => line.finish()),
  };
}

function truthLabel(label: Label, symbol: string): TruthLabel {
  const { id, type, sub, side, t0Ns, t1Ns, tEvidentNs, priceLowTicks, priceHighTicks, qty, params } = label;
  const { observability } = label;
  return {
    id,
    type,
    sub,
    side,
    symbol,
    t0Ns,
    t1Ns,
    tEvidentNs,
    priceLowTicks,
    priceHighTicks,
    qty,
    observability,
    orderIds: label.orderIds,
    params,
  };
}

/** Market, pipeline and naive rules of one tier. */
class TierLine {
  readonly #tier: FeedTier;
  readonly #deriver: TierDeriver;
  readonly #derived = new RowBuffer();
  readonly #market: InstrumentMarket;
  readonly #pipeline: Pipeline;
  readonly #rules: BaselineRunner | null;
  readonly #candidates: CandidateLog;
  readonly #alerts: FindingLog;
  readonly #highAlerts: FindingLog;
  readonly #baselines: Finding[] = [];
  readonly #track = new RowCounter();

  constructor(instrument: Instrument, tier: FeedTier, seed: number, options: PlayOptions) {
    const { calibrators, states, keepsLooks, scorers, withBaselines } = options;
    const { symbol } = instrument;
    this.#tier = tier;
    this.#deriver = createTierDeriver(tier, { seed });
    this.#alerts = new FindingLog(symbol, 0);
    this.#highAlerts = new FindingLog(symbol, HIGH_ALERT);
    this.#candidates = new CandidateLog({ keepsLooks, scorers: ofTier(scorers, tier) });
    this.#market = new InstrumentMarket({
      instrument,
      tier,
      calendar: CME_CALENDAR,
    });
    this.#pipeline = createPipeline({
      instrument,
      tier,
      market: this.#market,
      emit: (event, change) => {
        this.#alerts.putEvent(event, change);
        this.#highAlerts.putEvent(event, change);
      },
      emitPattern: (pattern, change) => {
        this.#alerts.putPattern(pattern, change);
        this.#highAlerts.putPattern(pattern, change);
      },
      onMinor: (event, change) => {
        if (existenceOf(event) < MINOR) return;
        this.#alerts.putEvent(event, change);
        this.#highAlerts.putEvent(event, change);
      },
      onElection: (election) => {
        this.#alerts.putElection(election);
        this.#highAlerts.putElection(election);
      },
      ...(withBaselines ? { onTrackRow: (row) => this.#noteOutcome(row) } : {}),
      candidates: this.#candidates,
      calibrators,
      states,
      outcomes: null,
    });
    this.#rules = withBaselines
      ? new BaselineRunner({
          instrument,
          symbol,
          tier,
          market: this.#market,
          baselines: BASELINES,
          onFinding: (finding) => this.#baselines.push(finding),
        })
      : null;
  }

  #noteOutcome(row: TrackRow): void {
    if (row.kind !== 'calibration') this.#track.add(row);
  }

  apply(batch: EventBatch): void {
    this.#derived.clear();
    this.#deriver.derive(batch, this.#derived);
    this.#play();
  }

  #play(): void {
    this.#market.applyBatch(this.#derived, (event) => {
      this.#pipeline.onMatch(event);
      this.#rules?.onMatch(event);
    });
  }

  finish(): PlayedTier {
    this.#derived.clear();
    this.#deriver.finish(this.#derived);
    this.#play();
    return {
      tier: this.#tier,
      alerts: this.#alerts.findings,
      highAlerts: this.#highAlerts.findings,
      baselines: this.#baselines,
      candidates: this.#candidates,
      track: this.#track.counts(),
    };
  }
}

function ofTier(scorers: ReadonlyMap<string, ScoreModel>, tier: FeedTier): Map<string, ScoreModel> {
  const suffix = `.${tier}`;
  return new Map(
    [...scorers]
      .filter(([name]) => name.endsWith(suffix))
      .map(([name, model]) => [name.slice(0, -suffix.length), model]),
  );
}
