/** What the palette finds for what is typed, in groups, and what each line says will happen. Pure. */
import type { FlowEventType } from '@undertow/market';
import { searched } from '#lib/format/search-rank.ts';
import type { IconName } from '#ui/marks/icon.tsx';
import type { PaletteAct } from './palette-act.ts';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** Found by these too. */
  readonly words: string;
  readonly icon: IconName;
  /** Its mark takes the icon's place. */
  readonly eventType: FlowEventType | null;
  /** What will happen, or why it cannot. */
  readonly note: string;
  /** Its key; null where it has none. */
  readonly keyText: string | null;
  readonly act: PaletteAct;
}

export type GroupName = 'Panes' | 'Instruments' | 'Events' | 'Settings';

export type PaletteItems = Readonly<Record<GroupName, readonly PaletteItem[]>>;

export interface PaletteGroup {
  readonly name: GroupName;
  readonly items: readonly PaletteItem[];
  /** `4 of 9`. */
  readonly count: string;
}

export interface PaletteFound {
  readonly groups: readonly PaletteGroup[];
  /** Lines in all, and how many there are. */
  readonly shown: number;
  readonly total: number;
}

const NAMES: readonly GroupName[] = ['Panes', 'Instruments', 'Events', 'Settings'];
/** Lines of a group beside the others, and alone. */
const MAX_BESIDE = 5;
const MAX_ALONE = 14;

/** `@es` looks among instruments only, `#iceberg` among events. */
function groupOf(typed: string): GroupName | null {
  if (typed.startsWith('@')) return 'Instruments';
  return typed.startsWith('#') ? 'Events' : null;
}

export function paletteGroups(typed: string, items: PaletteItems): PaletteFound {
  const only = groupOf(typed);
  const words = only === null ? typed : typed.slice(1);
  const groups = NAMES.filter((name) => only === null || name === only).flatMap((name) => {
    const all = items[name];
    const fit = searched(words, all, (item) => `${item.label} ${item.words}`);
    const listed = fit.slice(0, only === null ? MAX_BESIDE : MAX_ALONE);
    if (listed.length === 0) return [];
    const order = name === 'Events' ? ', largest first' : '';
    return [{ name, items: listed, count: `${listed.length} of ${all.length}${order}` }];
  });
  return {
    groups,
    shown: groups.reduce((sum, group) => sum + group.items.length, 0),
    total: NAMES.reduce((sum, name) => sum + items[name].length, 0),
  };
}

/** The line that Tab leads to: the first of the next group, around the end. */
export function nextGroupStart(groups: readonly PaletteGroup[], at: number, step: 1 | -1): number {
  const starts: number[] = [];
  let start = 0;
  for (const { items } of groups) {
    starts.push(start);
    start += items.length;
  }
  if (starts.length === 0) return 0;
  const group = starts.findLastIndex((first) => first <= at);
  return starts[(group + step + starts.length) % starts.length] ?? 0;
}
