/** News of an instrument: releases, windows and headlines, as far as the plan shows them. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getInstrumentNews, type InstrumentNews } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS, pollWhileHere } from '#api/client/query-client.ts';

export function useInstrumentNews(instrumentId: number): UseQueryResult<InstrumentNews> {
  return useQuery({
    queryKey: [getInstrumentNews.path, instrumentId],
    queryFn: ({ signal }) => call(getInstrumentNews, { query: { instrumentId }, signal }),
    refetchInterval: pollWhileHere(POLL_MS.news),
  });
}
