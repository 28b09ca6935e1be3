/** Announces new events: a sentence for screen readers, and a sound for the types that have one. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { playTone } from '#lib/browser/tone.ts';
import { formatConfidence, formatPrice } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { useFeedView } from '#live/live-context.tsx';
import { PoliteRegion } from '#ui/overlays/live-region.tsx';

function sentence(event: OrderFlowEventDto): string {
  const confidence = formatConfidence(event.confidence, event.metadata.exact, event.metadata.calibrator);
  return `${EVENT_LOOKS[event.eventType].title} at ${formatPrice(event.instrumentId, event.price)}, ${confidence}`;
}

export function EventAnnouncer({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const { state, line } = useFeedView(instrumentId);
  const { value } = usePreferences();
  const [text, setText] = useState('');
  const seen = useRef<{ instrumentId: number; ids: Set<string> } | null>(null);

  useEffect(() => {
    if (!state.eventsLoaded) return;
    const ids = new Set(state.events.map((event) => event.id));
    const before = seen.current;
    seen.current = { instrumentId, ids };
    // The first list after a change of instrument is history, not news.
    if (before === null || before.instrumentId !== instrumentId) return;
    const fresh = wantedEvents(state.events, value).filter((event) => !before.ids.has(event.id));
    const newest = fresh[0];
    if (newest === undefined) return;
    setText(sentence(newest));
    const audible = fresh.find((event) => value.eventTypes[event.eventType].sound);
    if (audible !== undefined) playTone(audible.eventType);
  }, [instrumentId, state.events, state.eventsLoaded, value]);

  const lost = line.isOld && line.condition !== 'closed' && line.condition !== 'gap';
  return (
    <>
      <PoliteRegion text={text} />
      <div role="alert" className="sr-only">
        {lost ? 'The feed is disconnected. Prices on screen are out of date.' : ''}
      </div>
    </>
  );
}
