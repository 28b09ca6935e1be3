/** The event types with their marks. */
import { PLANNED_EVENT_TYPES } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { useActiveInstrumentId } from '#api/market/instruments.ts';
import { useDetectableTypes } from '#api/market/market-data.ts';
import { useSiteState } from '#api/site/site-state.ts';
import { openSurface } from '#lib/state/surface.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { feedLimits } from '#lib/words/feed-limits.ts';
import { pausedLine } from '#lib/words/switch-names.ts';
import { Button } from '#ui/controls/button.tsx';
import { FeedLimitsLine } from '#ui/layout/feed-limits-line.tsx';
import { PausedLine } from '#ui/layout/paused-line.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';

/** What it is, and that it is not looked for yet. */
function meaningOf(type: FlowEventType): string {
  const { meaning } = EVENT_LOOKS[type];
  return PLANNED_EVENT_TYPES.includes(type) ? `${meaning} Planned: not detected yet.` : meaning;
}

export function LegendBlock(): ReactNode {
  const { data: types } = useDetectableTypes(useActiveInstrumentId());
  const off = useSiteState().data?.off ?? [];
  return (
    <section className="side-block" aria-label="Order-flow legend">
      <div className="block-head cap">
        <h2>Order-flow legend</h2>
        <Button
          kind="ghost"
          size="icon"
          aria-label="Event settings"
          onClick={() => openSurface.set('event-settings')}
        >
          <Icon name="sliders" size={13} />
        </Button>
      </div>
      <ul className="t-12 grid grid-cols-[1fr_1.12fr]">
        {FLOW_EVENT_TYPES.map((type) => (
          <li key={type} className="flex h-[22px] items-center">
            <Tooltip text={meaningOf(type)} side="right">
              <span className="flex items-center gap-[7px] text-text-2">
                <Glyph look={EVENT_LOOKS[type]} decorative />
                {EVENT_LOOKS[type].name}
              </span>
            </Tooltip>
          </li>
        ))}
      </ul>
      <FeedLimitsLine limits={feedLimits(types, 'event')} />
      <PausedLine line={pausedLine(off, ['detector', 'feed'])} />
    </section>
  );
}
