/** A source of minutes for tests: the test itself answers, with minutes that are easy to distinguish. */
import type { SimulatedEvent } from '#features/developer/simulation/simulated-events.ts';
import type { SimulatedMinute } from '#features/developer/simulation/simulated-market.ts';
import type { MinuteSource } from '#features/developer/simulation/simulation.ts';

interface Request {
  readonly run: number;
  readonly instrumentId: number;
  readonly resolve: (minute: SimulatedMinute) => void;
  readonly reject: (error: Error) => void;
}

export function eventAt(serial: number): SimulatedEvent {
  return {
    id: `event-${serial}`,
    eventType: 'iceberg_detection',
    drawnAs: 'iceberg',
    side: 'bid',
    priceTicks: 100,
    lowTicks: 100,
    highTicks: 101,
    size: 5,
    confidence: 1,
    startedMs: serial * 60_000,
    detectedMs: serial * 60_000 + 30_000,
    expiresMs: serial * 60_000 + 180_000,
    label: 'iceberg/native',
    observability: 'exact',
  };
}

/** Minute `serial`: closes at `serial`, has one event, and a spread of one to three ticks. */
export function minuteAt(serial: number): SimulatedMinute {
  const startMs = serial * 60_000;
  const traded = { volume: 3, buyVolume: 2, sellVolume: 1, trades: 2, vwapTicks: serial };
  return {
    timeMs: startMs + 60_000,
    tick: {
      startMs,
      openTicks: serial,
      highTicks: serial + 1,
      lowTicks: serial - 1,
      closeTicks: serial,
      ...traded,
    },
    events: [eventAt(serial)],
    book: [
      { side: 'bid', priceTicks: serial - 1, size: 4 },
      { side: 'ask', priceTicks: serial + (serial % 3), size: 6 },
    ],
  };
}

export class ScriptedMinutes implements MinuteSource {
  readonly requests: Request[] = [];
  isClosed = false;

  next(run: number, instrumentId: number): Promise<SimulatedMinute> {
    return new Promise((resolve, reject) => {
      this.requests.push({ run, instrumentId, resolve, reject });
    });
  }

  close(): void {
    this.isClosed = true;
  }

  /** Answers the oldest open request. */
  async answer(minute: SimulatedMinute): Promise<void> {
    this.requests.shift()?.resolve(minute);
    await Promise.resolve();
    await Promise.resolve();
  }

  async fail(message: string): Promise<void> {
    this.requests.shift()?.reject(new Error(message));
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  }
}
