/** The six event types in one sentence each, with what can be proven about them and which are still to come. */
import { PLANNED_EVENT_TYPES } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { EVENT_LOOKS } from '#lib/event-looks.ts';
import { Badge } from '#ui/badge.tsx';
import { Glyph } from '#ui/glyph.tsx';

/** Types that the exchange's own messages can prove (market by order). */
const EXACT: readonly FlowEventType[] = ['iceberg', 'stop_run'];

export function EventList({ heading: Heading }: { readonly heading: 'h2' | 'h3' }): ReactNode {
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {FLOW_EVENT_TYPES.map((type) => (
        <li key={type} className="card p-4">
          <Heading className="t-16 flex items-center gap-2.5">
            <Glyph look={EVENT_LOOKS[type]} size={18} decorative />
            {EVENT_LOOKS[type].title}
            {PLANNED_EVENT_TYPES.includes(type) ? <Badge>planned</Badge> : null}
          </Heading>
          <p className="mt-2 text-text-2">{EVENT_LOOKS[type].meaning}</p>
          <p className="t-12 mt-2 text-text-3">
            {EXACT.includes(type)
              ? 'Exact where the exchange sends every order.'
              : 'A probability, with what it rests on.'}
          </p>
        </li>
      ))}
    </ul>
  );
}
