/** What the page costs as it runs: the newest frame, the gaps between frames, and the updates so far. */
import { type ReactNode, useEffect, useState } from 'react';
import { MAX_TICKS } from '#features/developer/simulation/simulation-settings.ts';
import { FrameMeter } from './frame-meter.ts';

const READ_EVERY_MS = 500;

function milliseconds(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)} ms`;
}

export interface FrameFooterProps {
  readonly updates: number;
  readonly renderMode: string;
}

export function FrameFooter({ updates, renderMode }: FrameFooterProps): ReactNode {
  const [figures, setFigures] = useState<ReturnType<FrameMeter['figures']>>({
    frameMs: null,
    p95GapMs: null,
  });
  useEffect(() => {
    const meter = new FrameMeter();
    meter.start();
    const timer = setInterval(() => setFigures(meter.figures()), READ_EVERY_MS);
    return () => {
      clearInterval(timer);
      meter.stop();
    };
  }, []);
  return (
    <footer className="chart-test-foot">
      <span>
        Frame <b>{milliseconds(figures.frameMs)}</b>
      </span>
      <span>
        p95 gap <b data-testid="p95-gap">{milliseconds(figures.p95GapMs)}</b>
      </span>
      <span>
        Updates <b>{updates}</b>
      </span>
      <span className="ml-auto">
        {renderMode}, {MAX_TICKS} bars kept
      </span>
    </footer>
  );
}
