/** One chart's drawings: the layer on its canvas, what is stored, the tool in hand and the selected drawing. */
import { useQueryClient } from '@tanstack/react-query';
import type { Drawing, DrawingKind } from '@undertow/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAlertRules } from '#api/alerts/alert-rules.ts';
import { type BookState, type DrawingBook, drawingBook } from '#api/workspace/drawing-book.ts';
import { listenToDrawingKeys } from '#chart/drawings/drawing-keys.ts';
import { DrawingLayer } from '#chart/drawings/drawing-layer.ts';
import { listenToDrawing } from '#chart/drawings/drawing-pointer.ts';
import type { ChartGuest } from '#chart/paint/chart-stage.ts';
import { countOf } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Observable, useObservable } from '#lib/state/observable.ts';
import { toast } from '#ui/overlays/toast-state.ts';

/** On every chart of the page at once. */
export const isMagnetOn = new Observable(false);

/** Bars that a copy lies beside its original. */
const COPY_TICKS = 4;

export interface Drawings {
  readonly book: DrawingBook;
  readonly state: BookState;
  readonly tool: DrawingKind | null;
  readonly selected: Drawing | null;
  /** Parts with an alert, by drawing. */
  readonly alerts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly said: string;
  readonly choose: (tool: DrawingKind | null) => void;
  readonly select: (id: string | null) => void;
  readonly remove: (id: string) => void;
  readonly duplicate: () => void;
}

function useAlertParts(instrumentId: number): Drawings['alerts'] {
  const rules = useAlertRules().data;
  return useMemo(() => {
    const parts = new Map<string, Set<string>>();
    for (const { condition, instrumentIds } of rules ?? []) {
      if (condition.kind !== 'price_line' || instrumentIds[0] !== instrumentId) continue;
      const known = parts.get(condition.drawingId) ?? new Set();
      parts.set(condition.drawingId, known.add(condition.part));
    }
    return parts;
  }, [rules, instrumentId]);
}

/** Reads what is stored, again when the page is looked at again, and stores what waits when it is left. */
function useStored(book: DrawingBook): void {
  const client = useQueryClient();
  useEffect(() => {
    const load = (): void => {
      book
        .load()
        .catch((error: unknown) =>
          toast({ title: 'Drawings could not be loaded', text: readableError(error), destructive: true }),
        );
    };
    book.listen({
      onKept: (count) =>
        toast({
          title: 'Also changed on another device',
          text: `${countOf(count, 'drawing')} of that device ${count === 1 ? 'was' : 'were'} kept beside yours.`,
        }),
      onRefused: (error) =>
        toast({ title: 'Drawing not stored', text: readableError(error), destructive: true }),
      onEnded: (count) => {
        void client.invalidateQueries({ queryKey: ['/api/alert-configurations'] });
        toast({ title: `${countOf(count, 'alert')} ended`, text: 'Its line was deleted.' });
      },
    });
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') load();
      else void book.flush(true);
    };
    load();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      void book.flush(true);
    };
  }, [book, client]);
}

export function useDrawings(guest: ChartGuest, instrumentId: number): Drawings {
  const client = useQueryClient();
  const book = drawingBook(client, instrumentId);
  const state = useObservable(book.state);
  const magnet = useObservable(isMagnetOn);
  const alerts = useAlertParts(instrumentId);
  const [tool, choose] = useState<DrawingKind | null>(null);
  const [selectedId, select] = useState<string | null>(null);
  const [said, say] = useState('');
  const layer = useRef<DrawingLayer | null>(null);
  useStored(book);

  const remove = (id: string): void => {
    book.remove([id]);
    select(null);
    say('Drawing deleted');
  };
  const selected = state.drawings.find(({ id }) => id === selectedId) ?? null;
  const duplicate = (): void => {
    const now = layer.current;
    if (selected === null || now === null) return;
    const copy = { ...selected, id: crypto.randomUUID().replaceAll('-', '').slice(0, 12) };
    book.put(copy);
    select(copy.id);
    // After the copy is the selected one
    setTimeout(() => now.nudge(0, COPY_TICKS));
  };
  const acts = useRef({ remove, duplicate, selectedId });
  useEffect(() => {
    acts.current = { remove, duplicate, selectedId };
  });

  useEffect(() => {
    if (guest.stage === null) return;
    const stops = new AbortController();
    const made = new DrawingLayer(guest, guest.stage, {
      onPut: (drawing, isNew) => {
        book.put(drawing);
        if (!isNew) return;
        choose(null);
        select(drawing.id);
      },
      onSelect: select,
      onToolEnd: () => choose(null),
      onSay: say,
    });
    layer.current = made;
    listenToDrawing(made, stops.signal);
    const keys = {
      onDelete: () => {
        const id = acts.current.selectedId;
        if (id !== null) acts.current.remove(id);
      },
      onDuplicate: () => acts.current.duplicate(),
      onUndo: () => book.undo(),
      onRedo: () => book.redo(),
    };
    listenToDrawingKeys(made, keys, stops.signal);
    return () => {
      stops.abort();
      made.dispose();
      layer.current = null;
    };
  }, [guest, book]);

  useEffect(
    () => layer.current?.update({ drawings: state.drawings, alerts, magnet, tool, selectedId }),
    [state.drawings, alerts, magnet, tool, selectedId],
  );

  const pick = (next: DrawingKind | null): void => {
    if (next !== null) select(null);
    // The chart takes keys with its focus: the tool is in hand by then
    flushSync(() => choose(next));
    guest.stage?.root.focus({ preventScroll: true });
  };
  return { book, state, tool, selected, alerts, said, choose: pick, select, remove, duplicate };
}
