/** Instruments as lines of the palette: what choosing one means in the user's list and plan. Pure. */
import { type InstrumentDto, UNLIMITED, type UserInstrument } from '@undertow/contracts';
import type { PaletteAct } from './palette-act.ts';
import type { PaletteItem } from './palette-groups.ts';

interface Choice {
  readonly note: string;
  readonly act: PaletteAct;
}

function choiceOf(
  { id }: InstrumentDto,
  mine: readonly UserInstrument[],
  limit: number,
  shownId: number | null,
): Choice {
  const row = mine.find(({ instrumentId }) => instrumentId === id);
  if (row?.active === true)
    return { note: id === shownId ? 'on screen' : 'go to it', act: { kind: 'instrument', instrumentId: id } };
  const active = mine.filter((one) => one.active);
  const swap = active.find(({ instrumentId }) => instrumentId === shownId) ?? active[0];
  if (row !== undefined && swap !== undefined) {
    const act = { kind: 'swap-instrument', activate: id, pause: swap.instrumentId } as const;
    return { note: `paused, swap with ${swap.instrument.symbol}`, act };
  }
  if (limit === UNLIMITED || mine.length < limit)
    return { note: 'add to your instruments', act: { kind: 'add-instrument', instrumentId: id } };
  const note = limit === 0 ? 'instruments need a plan' : `not in your list, your plan has ${limit}`;
  return { note, act: { kind: 'window', surface: 'plans' } };
}

/** Those of the user first. */
export function instrumentItems(
  catalogue: readonly InstrumentDto[],
  mine: readonly UserInstrument[],
  limit: number,
  shownId: number | null,
): readonly PaletteItem[] {
  const isMine = ({ id }: InstrumentDto): boolean => mine.some(({ instrumentId }) => instrumentId === id);
  const ordered = [...catalogue.filter(isMine), ...catalogue.filter((one) => !isMine(one))];
  return ordered.map((instrument) => ({
    id: `instrument ${instrument.id}`,
    label: `${instrument.symbol} ${instrument.name}`,
    words: instrument.venue,
    icon: 'chart',
    eventType: null,
    keyText: null,
    ...choiceOf(instrument, mine, limit, shownId),
  }));
}
