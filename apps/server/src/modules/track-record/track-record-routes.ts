/** How good the detectors are: the evaluation on labelled markets, and the live track record up to the viewer's instant. */
import {
  type Evaluation,
  getEvaluation,
  getMeasuredRates,
  getTrackRecord,
  instantOfMs,
  type MeasuredRates,
  type TrackRecord,
} from '@undertow/contracts';
import { ENOUGH_RESOLVED, EVALUATION, trackFigures } from '@undertow/detection';
import { DAY_MS, settledMsOf } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { requireLicence } from '#http/bind/entitlement.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { measuredRatesOf } from './measured-rates.ts';

/** Without a beginning: the last thirty days. */
const DEFAULT_SPAN_MS = 30 * DAY_MS;
const MAX_SPAN_MS = 400 * DAY_MS;

export interface TrackRecordParts {
  readonly entitlements: Entitlements;
  readonly views: LiveViews;
  readonly trackStore: TrackStore;
}

/** Which instruments, and up to which instant: a delayed viewer does not learn by counts what was raised a minute ago. */
function scopeOf(
  views: LiveViews,
  { rules, activeInstrumentIds, access }: Entitlement,
  instrumentId: number | undefined,
): { instrumentIds: readonly number[]; source: string; asOfMs: number } {
  const instrumentIds = activeInstrumentIds.filter((id) => instrumentId === undefined || id === instrumentId);
  if (instrumentId !== undefined && instrumentIds.length === 0) throw new AppError('INSTRUMENT_NOT_ENTITLED');
  if (instrumentId !== undefined) requireLicence(access(instrumentId), 'events');
  const licensed = instrumentIds.filter((id) => access(id).withheld('events') === null);
  const seen = licensed.flatMap((id) => views.peek(id, access(id).delaySeconds) ?? []);
  const delaySeconds = Math.max(rules.delaySeconds, ...seen.map((view) => view.delaySeconds));
  const present = views.present(delaySeconds);
  return {
    instrumentIds: seen.map((view) => view.instrumentId),
    source: present.source,
    asOfMs: settledMsOf(Math.min(present.asOfMs, ...seen.map((view) => view.asOfMs)), delaySeconds),
  };
}

export function bindTrackRecordRoutes(
  binder: RouteBinder,
  { entitlements, views, trackStore }: TrackRecordParts,
): void {
  binder.bindPublic(getEvaluation, async (): Promise<Evaluation> => EVALUATION_RESPONSE);
  binder.bindPublic(getMeasuredRates, async (): Promise<MeasuredRates> => MEASURED_RATES);

  binder.bindUser(getTrackRecord, async ({ user, query }): Promise<TrackRecord> => {
    const entitlement = await entitlements.of(user.userId, user.channel);
    const { instrumentIds, source, asOfMs } = scopeOf(views, entitlement, query.instrumentId);
    const toMs = Math.min(query.to === undefined ? asOfMs : Date.parse(query.to), asOfMs);
    const askedMs = query.from === undefined ? toMs - DEFAULT_SPAN_MS : Date.parse(query.from);
    const fromMs = Math.max(0, Math.min(toMs, Math.max(askedMs, toMs - MAX_SPAN_MS)));
    const counts = await trackStore.counts({ source, instrumentIds, fromMs, toMs });
    const { eventTypes, patternTypes, news } = entitlement.rules;
    const seen: readonly string[] = [...eventTypes, ...patternTypes, ...(news.headlines ? ['headline'] : [])];
    return {
      enough: ENOUGH_RESOLVED,
      from: instantOfMs(fromMs),
      to: instantOfMs(toMs),
      source,
      entries: trackFigures(counts)
        .filter(({ type }) => seen.includes(type))
        .map((figures) => ({ ...figures, reliability: [...figures.reliability] })),
    };
  });
}

const MEASURED_RATES = measuredRatesOf(EVALUATION);

const EVALUATION_RESPONSE: Evaluation = {
  date: EVALUATION.date,
  commit: EVALUATION.commit,
  seeds: EVALUATION.seeds,
  rows: EVALUATION.rows.map((row) => ({
    row: row.row,
    tier: row.tier,
    instrument: row.instrument,
    generator: row.generator,
    sessions: row.sessions,
    hours: row.hours,
    labels: row.labels,
    precision: row.precision,
    recall: row.recall,
    f1: row.f1,
    baselineF1: row.baselineF1,
    prevalencePerHour: row.prevalencePerHour,
    falseAlarmsPerHour: row.falseAlarmsPerHour,
    delayMedianMs: row.delayMedianMs,
    calibrationError: row.calibrationError,
  })),
  forecasts: EVALUATION.forecasts.map((forecast) => ({ ...forecast, horizons: [...forecast.horizons] })),
  leads: [...EVALUATION.leads],
};
