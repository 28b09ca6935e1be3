/** One layout on screen: what is shown of it, and every act on it. */
import { useQueryClient } from '@tanstack/react-query';
import {
  type Layout,
  type LayoutNode,
  type LinkGroup,
  MAX_PANES,
  type Pane,
  type PaneKind,
  panesOf,
  type StoredLayout,
  shownByPlan,
  TIER_RULES,
  type Tier,
} from '@undertow/contracts';
import { useMemo, useRef, useState } from 'react';
import { useInstrumentRights } from '#api/market/instruments.ts';
import { layoutSaver } from '#api/workspace/layout-saver.ts';
import {
  type ClosedPane,
  closePane,
  freeId,
  paneById,
  resizeSplit,
  type Side,
  splitPane,
  undoClose,
} from '#features/workspace/tree/layout-edits.ts';
import { changePane, linkTimeframe, type PaneChange } from '#features/workspace/tree/linked-changes.ts';
import { largestPane, placesOf } from '#features/workspace/tree/pane-places.ts';

/** Closed panes that can be brought back. */
const MAX_UNDO = 20;

export interface AddPlace {
  /** The pane that is halved; the largest one where it is left out. */
  readonly besideId?: string;
  readonly side?: Side;
}

export interface Workspace {
  readonly row: StoredLayout;
  readonly layout: Layout;
  /** Panes of the layout that the plan shows, and a sentence about the others. */
  readonly shown: ReturnType<typeof shownByPlan>;
  readonly panesLimit: number;
  readonly focusedId: string;
  readonly maximisedId: string | null;
  readonly canUndo: boolean;
  /** True where this instrument may be shown. */
  readonly mayShow: (instrumentId: number) => boolean;
  focus(paneId: string): void;
  change(paneId: string, change: PaneChange): void;
  linkTimeframe(group: LinkGroup, isLinked: boolean, paneId: string): void;
  resize(splitId: string, share: number): void;
  /** The new pane's id; null where the plan has no room for it. */
  add(kind: PaneKind, from: Pick<Pane, 'instrumentId' | 'timeframe'>, place?: AddPlace): string | null;
  close(paneId: string): void;
  undo(): void;
  toggleMaximised(paneId: string): void;
  replace(layout: Layout): void;
}

/** The layouts' closed panes, newest last. */
function useClosed() {
  const [closed, setClosed] = useState<readonly ClosedPane[]>([]);
  return {
    last: closed.at(-1),
    push: (one: ClosedPane): void => setClosed((list) => [...list, one].slice(-MAX_UNDO)),
    pop: (): void => setClosed((list) => list.slice(0, -1)),
  };
}

/** Where half of a pane is less narrow. */
function roomierSide(root: LayoutNode, paneId: string): Side {
  const place = placesOf(root).panes.find(({ pane }) => pane.id === paneId)?.place;
  return place !== undefined && place.height > place.width ? 'below' : 'right';
}

export function useWorkspace(row: StoredLayout, layout: Layout, tier: Tier): Workspace {
  const saver = layoutSaver(useQueryClient());
  const mayShow = useInstrumentRights();
  const rules = TIER_RULES[tier].workspace;
  const shown = useMemo(() => shownByPlan(layout, rules), [layout, rules]);
  const closed = useClosed();
  const [focused, setFocused] = useState<string | null>(null);
  const [maximised, setMaximised] = useState<string | null>(null);
  // Acts of one event follow each other: each sees what the one before it made
  const newest = useRef(layout);
  newest.current = layout;
  const panes = shown.root === null ? [] : panesOf(shown.root);
  const has = (id: string | null): boolean => panes.some((pane) => pane.id === id);
  const focusedId = focused !== null && has(focused) ? focused : (panes[0]?.id ?? '');
  const edit = (next: Layout): void => {
    if (next === newest.current) return;
    newest.current = next;
    saver.change(row.id, next);
  };
  const editRoot = (root: LayoutNode): void => {
    if (root !== newest.current.root) edit({ ...newest.current, root });
  };
  const panesLimit = Math.min(rules.panesPerLayout, MAX_PANES);
  const hasRoom = (): boolean => panesOf(newest.current.root).length < panesLimit;
  const largestId = (): string => largestPane(placesOf(shown.root ?? newest.current.root)).pane.id;
  return {
    row,
    layout,
    shown,
    panesLimit,
    focusedId,
    maximisedId: has(maximised) ? maximised : null,
    canUndo: closed.last !== undefined,
    mayShow,
    focus: setFocused,
    change: (paneId, change) => edit(changePane(newest.current, paneId, change)),
    linkTimeframe: (group, isLinked, paneId) => edit(linkTimeframe(newest.current, group, isLinked, paneId)),
    resize: (splitId, share) => editRoot(resizeSplit(newest.current.root, splitId, share)),
    add: (kind, from, { besideId, side } = {}) => {
      if (!hasRoom()) return null;
      const { root } = newest.current;
      const id = freeId(root, 'p');
      const beside = besideId ?? largestId();
      const link = paneById(root, beside)?.link ?? null;
      const wanted = side ?? roomierSide(root, beside);
      editRoot(splitPane(root, beside, wanted, { ...from, kind, link, settings: {} }));
      setMaximised(null);
      setFocused(id);
      return id;
    },
    close: (paneId) => {
      const before = newest.current.root;
      const pane = paneById(before, paneId);
      const after = closePane(before, paneId);
      // The last pane stays: an empty layout would show nothing
      if (pane === undefined || after === null) return;
      closed.push({ pane, before, after });
      editRoot(after);
    },
    undo: () => {
      if (closed.last === undefined || !hasRoom()) return;
      editRoot(undoClose(newest.current.root, closed.last, largestId()));
      closed.pop();
    },
    toggleMaximised: (paneId) => setMaximised((id) => (id === paneId ? null : paneId)),
    replace: edit,
  };
}
