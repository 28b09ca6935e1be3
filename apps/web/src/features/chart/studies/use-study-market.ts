/** The sessions of an instrument in the market that the viewer sees. */
import { calendarOf, instrumentById, productCalendar, type SessionTemplate } from '@undertow/market';
import { useMemo } from 'react';
import type { StudyMarket } from '#chart/studies/session-bars.ts';
import { useInstrumentLive } from '#live/live-context.tsx';

/** Null until the source of its data is known. */
export function useStudyMarket(instrumentId: number, template: SessionTemplate): StudyMarket | null {
  const source = useInstrumentLive(instrumentId, ({ status }) => status?.source ?? null);
  return useMemo(() => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || source === null) return null;
    return { instrument, calendar: productCalendar(calendarOf(source), instrument), template };
  }, [instrumentId, source, template]);
}
