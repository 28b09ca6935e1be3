/** Accuracy of the detectors: measured on labelled markets, and by the outcomes of live events. */
import { FEED_TIERS, FINDING_STATES, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

const share = z.number().min(0).max(1);
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const trackRecordEntry = z.object({
  /** `headline`: the sentiment of headlines, whose `sub` is the time after which the move is compared, and the scorer. */
  type: z.enum([...FLOW_EVENT_TYPES, ...PATTERN_TYPES, 'headline']),
  sub: z.string().nullable(),
  /** The outcome that was declared when it was raised; null for types without a forecast. */
  rule: z.string().nullable(),
  count: z.number().int(),
  /** Settled beside a base rate, and hits among these: both rates are over the same signals. */
  resolved: z.number().int(),
  hits: z.number().int(),
  /** With its 95 % interval; null while too few are resolved. */
  hitRate: interval.nullable(),
  /** Baseline: how often what each of them declared came true at other instants of the same hour and volatility. */
  baseRate: z.object({ value: share, resolved: z.number().int() }).nullable(),
  brier: z.number().nullable(),
  reliability: z.array(z.object({ meanForecast: share, hitRate: share, count: z.number().int() })),
});

export const trackRecord = z.object({
  /** Resolved signals below which no rate is shown. */
  enough: z.number().int(),
  from: instant,
  to: instant,
  source: z.string(),
  entries: z.array(trackRecordEntry),
});
export type TrackRecord = z.infer<typeof trackRecord>;

export const getTrackRecord = route({
  id: 'getTrackRecord',
  method: 'GET',
  path: '/api/track-record',
  access: 'user',
  viewable: true,
  summary: 'Outcomes of live events, by type, up to the instant that the viewer may see',
  query: z.strictObject({
    instrumentId: instrumentId.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  response: trackRecord,
});

export const evaluationRow = z.object({
  row: z.string(),
  tier: z.enum(FEED_TIERS),
  instrument: z.string(),
  generator: z.string(),
  sessions: z.number().int(),
  hours: z.number(),
  labels: z.number().int(),
  precision: interval.nullable(),
  recall: interval.nullable(),
  f1: interval.nullable(),
  baselineF1: z.number().nullable(),
  prevalencePerHour: z.number().nullable(),
  falseAlarmsPerHour: interval.nullable(),
  delayMedianMs: z.number().nullable(),
  calibrationError: z.number().nullable(),
});

/** Forecast of the hidden remainder of native icebergs, against the constant base rate. */
export const evaluationForecast = z.object({
  tier: z.enum(FEED_TIERS),
  generator: z.string(),
  sessions: z.number().int(),
  forecasts: z.number().int(),
  complete: z.number().int(),
  horizons: z.array(
    z.object({
      displaySizes: z.number().int(),
      baseRate: share.nullable(),
      brier: interval.nullable(),
      skill: interval.nullable(),
    }),
  ),
  /** Share of complete icebergs inside the 80 % band. */
  coverage: interval.nullable(),
});

/** Lead-lag findings: correct within one step of the lag grid, and false ones between independent markets. */
export const evaluationLead = z.object({
  pair: z.string(),
  generator: z.string(),
  sessions: z.number().int(),
  minutes: z.number().int(),
  claimed: z.number().int(),
  right: interval.nullable(),
  independentMinutes: z.number().int(),
  falseClaims: interval.nullable(),
});

export const evaluation = z.object({
  /** Day, ISO 8601, and commit of the run. */
  date: z.string(),
  commit: z.string(),
  seeds: z.string(),
  rows: z.array(evaluationRow),
  forecasts: z.array(evaluationForecast),
  leads: z.array(evaluationLead),
});
export type Evaluation = z.infer<typeof evaluation>;

export const getEvaluation = route({
  id: 'getEvaluation',
  method: 'GET',
  path: '/api/evaluation',
  access: 'public',
  viewable: true,
  summary: 'Precision, recall and calibration on labelled markets, with intervals, prevalence and baselines',
  response: evaluation,
});

/** A share of `count` with its 95 % interval. */
export const measuredShare = z.object({ value: share, low: share, high: share, count: z.number().int() });
export type MeasuredShare = z.infer<typeof measuredShare>;

/** The indicators for which the product has a target, in the order of the tiers. */
export const TARGETED_INDICATORS = ['smart_reversal', 'momentum_exhaustion', 'triple_convergence'] as const;

/** Kinds of events whose labels measure them; support and resistance state an outcome and have their live record alone. */
export const MEASURED_EVENTS = [
  'iceberg/native',
  'iceberg/synthetic',
  'absorption',
  'stop_election',
  'stop_run',
  'spoofing',
  'retail_trap_zone',
] as const;

/** Measured rates of the public pages: labelled simulated markets, every order visible. */
export const measuredRates = z.object({
  /** Day, ISO 8601, and commit of the run. */
  date: z.string(),
  commit: z.string(),
  hours: z.number(),
  /** Minimum confidence of a raised finding. */
  raisedFrom: share,
  indicators: z.array(
    z.object({
      type: z.enum(TARGETED_INDICATORS),
      /** Share of those with at least that confidence whose declared outcome came true; null where there were none. */
      raised: measuredShare.nullable(),
      /** The same of every candidate, raised or not. */
      candidates: measuredShare,
    }),
  ),
  events: z.array(
    z.object({
      kind: z.enum(MEASURED_EVENTS),
      /** Share of the findings that were right; null where nothing was raised. */
      precision: measuredShare.nullable(),
      /** Share of the labelled events that were found. */
      recall: measuredShare.nullable(),
    }),
  ),
  /** What the headline of each event type is worth at best. */
  states: z.array(z.object({ type: z.enum(FLOW_EVENT_TYPES), state: z.enum(FINDING_STATES) })),
  /** Stated probability against observed frequency, in steps of a tenth, over every candidate of every model. */
  reliability: z.array(z.object({ meanForecast: share, came: measuredShare })),
});
export type MeasuredRates = z.infer<typeof measuredRates>;

export const getMeasuredRates = route({
  id: 'getMeasuredRates',
  method: 'GET',
  path: '/api/measured-rates',
  access: 'public',
  viewable: true,
  summary: 'Measured rates of the indicators and events on the public pages, with sample and interval',
  response: measuredRates,
});

export const TRACK_RECORD_ROUTES = [getTrackRecord, getEvaluation, getMeasuredRates] as const;
