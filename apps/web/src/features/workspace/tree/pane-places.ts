/** Where the panes and separators of a tree are, as shares of the whole. Pure. */
import type { LayoutNode, Pane } from '@undertow/contracts';

/** Shares of the workspace's width and height, from its left upper corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedPane {
  readonly pane: Pane;
  readonly place: Place;
}

/** A separator: `area` is what it divides. */
export interface PlacedBar {
  readonly id: string;
  readonly split: 'row' | 'column';
  readonly share: number;
  readonly area: Place;
  /** Panes beside it, for its name. */
  readonly firstPane: Pane;
  readonly secondPane: Pane;
}

export interface Places {
  readonly panes: readonly PlacedPane[];
  readonly bars: readonly PlacedBar[];
}

const WHOLE: Place = { x: 0, y: 0, width: 1, height: 1 };

function parts(split: 'row' | 'column', share: number, area: Place): readonly [Place, Place] {
  if (split === 'row') {
    const width = area.width * share;
    return [
      { ...area, width },
      { ...area, x: area.x + width, width: area.width - width },
    ];
  }
  const height = area.height * share;
  return [
    { ...area, height },
    { ...area, y: area.y + height, height: area.height - height },
  ];
}

/** Panes in reading order, and the separators between them. */
export function placesOf(node: LayoutNode, area: Place = WHOLE): Places {
  if ('pane' in node) return { panes: [{ pane: node.pane, place: area }], bars: [] };
  const { id, split, share } = node;
  const [one, other] = parts(split, share, area);
  const first = placesOf(node.first, one);
  const second = placesOf(node.second, other);
  const bar: PlacedBar = {
    id,
    split,
    share,
    area,
    firstPane: first.panes[0]!.pane,
    secondPane: second.panes[0]!.pane,
  };
  return { panes: [...first.panes, ...second.panes], bars: [bar, ...first.bars, ...second.bars] };
}

/** The pane with the most room: a new one halves it. */
export function largestPane({ panes }: Places): PlacedPane {
  return panes.reduce((best, one) =>
    one.place.width * one.place.height > best.place.width * best.place.height ? one : best,
  );
}
