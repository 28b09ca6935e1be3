/** The clock of a replay: its position, whether it runs and how fast; advanced by frames of the browser only. */
import { useEffect, useState } from 'react';

/** Times as fast as it was: what the keys 1 to 6 choose. */
export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10] as const;
export const NORMAL_SPEED = 1;
const MICROS = 1000;

export interface ReplayClock {
  readonly micros: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  setMicros(micros: number): void;
  setSpeed(speed: number): void;
  toggle(): void;
}

export function useReplayClock(startMicros: number, endMicros: number): ReplayClock {
  const [micros, setMicros] = useState(startMicros);
  const [isRunning, setRunning] = useState(false);
  const [speed, setSpeed] = useState<number>(NORMAL_SPEED);
  const isPlaying = isRunning && micros < endMicros;
  useEffect(() => {
    if (!isPlaying) return;
    let before: number | null = null;
    let frame = requestAnimationFrame(function tick(nowMs) {
      const passed = before === null ? 0 : (nowMs - before) * MICROS * speed;
      before = nowMs;
      setMicros((at) => Math.min(endMicros, at + passed));
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, endMicros]);
  const toggle = (): void => {
    // From the end it plays again from the beginning.
    if (!isPlaying && micros >= endMicros) setMicros(0);
    setRunning(!isPlaying);
  };
  const moveTo = (to: number): void => {
    setRunning(false);
    setMicros(Math.max(0, Math.min(endMicros, to)));
  };
  return { micros, isPlaying, speed, setMicros: moveTo, setSpeed, toggle };
}
