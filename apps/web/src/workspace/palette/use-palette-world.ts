/** Gathers what the palette can find, with what each line would do here and now. */
import {
  type CurrentUser,
  keyOf,
  type OrderFlowEventDto,
  type Preferences,
  panesOf,
  SIGNED_IN_PAGES,
  TIER_RULES,
} from '@undertow/contracts';
import { useMemo } from 'react';
import { keyText } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useActiveInstrumentId, useInstruments, useUserInstruments } from '#api/market/instruments.ts';
import { formatConfidence, formatPrice, formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { titleOf } from '#lib/words/event-looks.ts';
import { LAYER_WORDS } from '#lib/words/layers.ts';
import { TIMEFRAMES } from '#lib/words/timeframes.ts';
import { useLiveStore } from '#live/live-context.tsx';
import type { IconName } from '#ui/marks/icon.tsx';
import { openPaneOf, shownWorkspace } from '#workspace/frame/shown-workspace.ts';
import { offeredTemplates } from '#workspace/layouts/offered-templates.ts';
import { PANE_KEYS } from '#workspace/panes/pane-keys.ts';
import { PANE_ENTRIES, paneEntry } from '#workspace/panes/pane-registry.ts';
import { instrumentItems } from './instrument-items.ts';
import type { PaletteAct } from './palette-act.ts';
import type { PaletteItem, PaletteItems } from './palette-groups.ts';
import { paneNote } from './pane-notes.ts';

const MAX_EVENTS_LISTED = 100;

type Line = Pick<PaletteItem, 'label' | 'note' | 'act'> & Partial<PaletteItem>;

function line(icon: IconName, item: Line): PaletteItem {
  return { id: JSON.stringify(item.act), words: '', icon, eventType: null, keyText: null, ...item };
}

interface Instrument {
  readonly id: number;
  readonly symbol: string;
}

/** A line for each kind of pane that is built and each active instrument, the one on screen first. */
function paneItems(
  instruments: readonly Instrument[],
  limit: number,
  keys: Preferences['keys'],
): readonly PaletteItem[] {
  const workspace = shownWorkspace.get()?.workspace ?? null;
  const used = workspace === null ? 0 : panesOf(workspace.layout.root).length;
  return instruments.flatMap(({ id, symbol }) =>
    PANE_ENTRIES.map(({ kind, title, words, icon, hasTimeframe }) => {
      const isOpen = workspace !== null && openPaneOf(workspace, kind, id) !== null;
      const room = { layoutName: workspace?.layout.name ?? null, isOpen, used, limit };
      const command = PANE_KEYS[kind];
      const key = command === undefined ? null : keyOf(command, keys);
      return line(icon, {
        label: `${title} ${symbol}`,
        words: words.join(' '),
        note: paneNote(room, hasTimeframe ? (TIMEFRAMES[0]?.label ?? null) : null),
        keyText: key === null ? null : keyText(key),
        act: { kind: 'pane', pane: kind, instrumentId: id },
      });
    }),
  );
}

/** Every pane follows a replay: its line is beside theirs. */
function replayItem(keys: Preferences['keys']): PaletteItem {
  const key = keyOf('openReplay', keys);
  return line('play', {
    label: 'Replay',
    words: 'recording past instant history playback',
    note: 'the recorded market from a day and time on',
    keyText: key === null ? null : keyText(key),
    act: { kind: 'window', surface: 'replay' },
  });
}

function eventItem(event: OrderFlowEventDto): PaletteItem {
  const { id, instrumentId, instrumentSymbol, price, size, confidence, metadata } = event;
  const sure = formatConfidence(confidence, metadata.exact);
  return line('activity', {
    label: `${titleOf(event.eventType, metadata.sub)} ${instrumentSymbol} ${metadata.side} ${formatPrice(instrumentId, price)}`,
    eventType: event.eventType,
    note: `${formatSize(size)} · ${sure} · ${formatClock(Date.parse(metadata.updatedAt))}`,
    act: { kind: 'event', eventId: id, instrumentId },
  });
}

function settingItems({ layers, shortcuts }: Preferences, limit: number): readonly PaletteItem[] {
  const layer = ([name, label]: (typeof LAYER_WORDS)[number]): PaletteItem =>
    line('layers', {
      label,
      words: 'layer chart',
      note: layers[name] ? 'on, switch off' : 'off, switch on',
      act: { kind: 'layer', layer: name },
    });
  const page = (path: string, label: string, icon: IconName): PaletteItem =>
    line(icon, { label, words: 'page', note: 'open the page', act: { kind: 'page', path } });
  const open = (label: string, words: string, act: PaletteAct, note = 'open'): PaletteItem =>
    line('settings', { label, words, note, act });
  const templates = offeredTemplates((kind) => paneEntry(kind) !== undefined, limit);
  return [
    page('/', 'Live Analysis', 'activity'),
    ...SIGNED_IN_PAGES.map(({ path, label, icon }) => page(path, label, icon)),
    ...LAYER_WORDS.map(layer),
    ...templates.map(({ id, name, description, needs }) =>
      line('panes', {
        label: `New layout: ${name}`,
        words: 'template workspace',
        note: needs ?? description,
        act: needs === null ? { kind: 'template', template: id } : { kind: 'window', surface: 'plans' },
      }),
    ),
    open(
      'Keys',
      'shortcuts keyboard',
      { kind: 'window', surface: 'keys' },
      shortcuts ? 'list and change them' : 'single keys are off',
    ),
    open('Event settings', 'types sounds confidence', { kind: 'window', surface: 'event-settings' }),
    open('Plans', 'upgrade subscription', { kind: 'window', surface: 'plans' }),
    open('Theme', 'dark light colours', { kind: 'theme' }, 'switch between dark and light'),
  ];
}

export function usePaletteWorld(user: CurrentUser): PaletteItems {
  const { value } = usePreferences();
  const catalogue = useInstruments().data;
  const list = useUserInstruments().data;
  const activeId = useActiveInstrumentId();
  const store = useLiveStore();
  const shown = useObservable(shownWorkspace);
  return useMemo(() => {
    const mine = list ?? [];
    const active = mine.filter((row) => row.active);
    const first = active.filter((row) => row.instrumentId === activeId);
    const ordered = [...first, ...active.filter((row) => !first.includes(row))].map(
      ({ instrumentId: id, instrument }) => ({ id, symbol: instrument.symbol }),
    );
    const limit = TIER_RULES[user.subscriptionTier].workspace.panesPerLayout;
    const events = ordered
      .flatMap(({ id }) => wantedEvents(store.instrument(id).get().events, value))
      .toSorted((one, other) => other.size - one.size)
      .slice(0, MAX_EVENTS_LISTED);
    return {
      Panes: [...paneItems(ordered, limit, value.keys), replayItem(value.keys)],
      Instruments: instrumentItems(catalogue ?? [], mine, user.instrumentsLimit, activeId),
      Events: events.map(eventItem),
      Settings: settingItems(value, limit),
    };
    // The layout on screen decides what a pane's line says
  }, [catalogue, list, activeId, store, value, user, shown]);
}
