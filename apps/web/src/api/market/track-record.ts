/** How good the detectors are: on labelled markets, and by the outcomes of what they raised live. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type Evaluation,
  getEvaluation,
  getMeasuredRates,
  getTrackRecord,
  type MeasuredRates,
  type TrackRecord,
} from '@undertow/contracts';
import { call } from '#api/client/call.ts';

const FIVE_MINUTES_MS = 300_000;

/** Changes with a new version of the product only. */
export function useEvaluation(): UseQueryResult<Evaluation> {
  return useQuery({
    queryKey: [getEvaluation.path],
    queryFn: ({ signal }) => call(getEvaluation, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What the public pages show as measured; changes with a new version of the product only. */
export function useMeasuredRates(): UseQueryResult<MeasuredRates> {
  return useQuery({
    queryKey: [getMeasuredRates.path],
    queryFn: ({ signal }) => call(getMeasuredRates, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useTrackRecord(instrumentId: number): UseQueryResult<TrackRecord> {
  return useQuery({
    queryKey: [getTrackRecord.path, instrumentId],
    queryFn: ({ signal }) => call(getTrackRecord, { query: { instrumentId }, signal }),
    staleTime: FIVE_MINUTES_MS,
  });
}

/** Of all the user's instruments. */
export function useWholeTrackRecord(): UseQueryResult<TrackRecord> {
  return useQuery({
    queryKey: [getTrackRecord.path],
    queryFn: ({ signal }) => call(getTrackRecord, { query: {}, signal }),
    staleTime: FIVE_MINUTES_MS,
  });
}
