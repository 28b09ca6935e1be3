/** The events that were active when a trade was entered, as glyphs; why there are none where nothing is known. */
import type { TradeDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useTradeContext } from '#api/journal/trade-statistics.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { MISSING_WORDS } from './context-words.ts';

export interface ActiveAtEntryProps {
  readonly trade: TradeDto;
}

/** One glyph a kind of event: a trade entered in a cluster of icebergs shows one. */
export function ActiveAtEntry({ trade }: ActiveAtEntryProps): ReactNode {
  const { data, error } = useTradeContext(trade);
  if (error !== null) return <span className="text-text-3">–</span>;
  if (data === undefined) return <span className="text-text-3" aria-hidden="true" />;
  if (data.missing !== null) return <span className="text-text-3">{MISSING_WORDS[data.missing].short}</span>;
  const types = [...new Set(data.atEntry.map(({ eventType }) => eventType))];
  if (types.length === 0) return <span className="text-text-3">none</span>;
  return (
    <span className="context-glyphs">
      {types.map((type) => (
        <Glyph key={type} look={EVENT_LOOKS[type]} />
      ))}
    </span>
  );
}

export interface RecordedButtonProps extends ActiveAtEntryProps {
  readonly name: string;
  readonly onOpen: () => void;
}

/** Opens the market around a trade; nothing where it was not recorded. */
export function RecordedButton({ trade, name, onOpen }: RecordedButtonProps): ReactNode {
  const { data } = useTradeContext(trade);
  if (data === undefined || data.missing !== null) return null;
  return (
    <Button kind="ghost" size="icon" aria-label={name} onClick={onOpen}>
      <Icon name="chart" size={16} />
    </Button>
  );
}
