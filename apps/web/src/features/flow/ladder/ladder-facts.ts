/** Profile and events of an instrument as a ladder needs them, in ticks. */
import type { OrderFlowEventDto, SessionFacts } from '@undertow/contracts';
import { type Instrument, parsePriceTicks } from '@undertow/market';
import type { LadderMark, LadderProfile } from '#flow-panes/ladder/ladder-rows.ts';

export function ladderProfile(instrument: Instrument, facts: SessionFacts): LadderProfile {
  const ticks = (price: string | null): number | null =>
    price === null ? null : parsePriceTicks(instrument, price);
  return {
    volumes: new Map(
      facts.profile.map(({ price, volume }) => [parsePriceTicks(instrument, price), volume] as const),
    ),
    pocTicks: ticks(facts.pointOfControl),
    highTicks: ticks(facts.valueAreaHigh),
    lowTicks: ticks(facts.valueAreaLow),
  };
}

/** Newest first: where two are at one price, the newer one is shown. */
export function ladderMarks(instrument: Instrument, events: readonly OrderFlowEventDto[]): LadderMark[] {
  return events.map(({ id, eventType, price, metadata }) => ({
    eventId: id,
    type: eventType,
    isBid: metadata.side === 'bid',
    priceTicks: parsePriceTicks(instrument, price),
  }));
}
