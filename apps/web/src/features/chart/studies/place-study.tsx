/** Choosing a bar on the chart for a study: by a click, or with the arrows and Enter. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChartParts } from '#features/chart/use-chart-input.ts';

export type Placing = 'anchor' | 'range';

export interface PlaceStudyProps {
  readonly parts: ChartParts;
  readonly placing: Placing;
  /** Instants of the chosen bars, in the order of time: one for an anchor, two for a range. */
  readonly onPlaced: (instants: readonly number[]) => void;
  readonly onCancel: () => void;
}

const WORDS: Readonly<Record<Placing, readonly string[]>> = {
  anchor: ['Choose the bar from which VWAP counts'],
  range: ['Choose the first bar of the profile', 'Choose the last bar of the profile'],
};

/** Start of the bar at a point of the chart; null where there is none. */
function barAt({ chart, box }: ChartParts, clientX: number): number | null {
  const scene = chart?.scene ?? null;
  if (scene === null || box === null) return null;
  const x = clientX - box.getBoundingClientRect().left;
  if (x > scene.frame.layout.plotWidth) return null;
  return scene.bars[scene.frame.indexAt(x)]?.startMs ?? null;
}

export function PlaceStudy(props: PlaceStudyProps): ReactNode {
  const { parts, placing, onCancel } = props;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const newest = useRef({ props, chosen });
  newest.current = { props, chosen };
  useEffect(() => {
    const { box } = parts;
    if (box === null) return;
    const take = (startMs: number | null): void => {
      if (startMs === null) return;
      const all = [...newest.current.chosen, startMs];
      if (all.length < WORDS[placing].length) setChosen(all);
      else newest.current.props.onPlaced(all.toSorted((a, b) => a - b));
    };
    const stops = new AbortController();
    const options = { signal: stops.signal, capture: true };
    box.addEventListener(
      'click',
      (event) => {
        // Buttons over the chart keep their clicks
        if (event.target instanceof Element && event.target.closest('button, a') !== null) return;
        event.stopPropagation();
        take(barAt(newest.current.props.parts, event.clientX));
      },
      options,
    );
    box.addEventListener(
      'keydown',
      (event) => {
        if (event.target instanceof Element && event.target.closest('button, a') !== null) return;
        if (event.key === 'Escape') newest.current.props.onCancel();
        else if (event.key === 'Enter') take(newest.current.props.parts.bar?.startMs ?? null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
      options,
    );
    return () => stops.abort();
  }, [parts.box, placing]);
  return (
    <div className="study-placing" role="status">
      {WORDS[placing][chosen.length]}: click it, or move with the arrows and press Enter.
      <button type="button" className="marks-chip" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
