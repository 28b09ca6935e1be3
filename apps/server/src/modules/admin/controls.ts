/** The switches, the notice and the licence terms in memory: read at start, on a bus message, and periodically with several processes. */

import {
  instantOfMs,
  type LicenceAnswer,
  type LicenceRequest,
  type LicenceTerm,
  mayShow,
} from '@undertow/contracts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ControlState, ControlStore, Controls } from '#ports/controls.ts';
import type { Log } from '#ports/log.ts';

export interface ControlsParts {
  readonly controlStore: ControlStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** How often they are read for what other processes changed; null where there is one process. */
  readonly everyMs: number | null;
  /** False where the market needs no licence: the simulated exchange, or none. True by default. */
  readonly isLicensed?: boolean;
}

const keyOf = (kind: string, key: string): string => `${kind}/${key}`;

class HeldControls implements Controls {
  readonly #parts: ControlsParts;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #state: ControlState = { switches: [], notice: null, licences: [] };
  #off = new Set<string>();
  #text = '';
  #reading: Promise<void> | null = null;

  constructor(parts: ControlsParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe('controlsChanged', () => void this.#look());
    if (parts.everyMs !== null) this.#timer = setInterval(() => void this.#look(), parts.everyMs);
  }

  isOff(kind: string, key: string): boolean {
    return this.#off.has(keyOf(kind, key));
  }

  licenceTerms(): readonly LicenceTerm[] | null {
    return this.#parts.isLicensed === false ? null : this.#state.licences;
  }

  may(request: LicenceRequest): LicenceAnswer {
    const terms = this.licenceTerms();
    return terms === null ? { allowed: true, delaySeconds: 0 } : mayShow(terms, request);
  }

  siteState() {
    const { switches, notice } = this.#state;
    const isOver =
      notice === null || (notice.untilMs !== null && notice.untilMs <= this.#parts.clock.nowMs());
    const { id, level, text, untilMs } = notice ?? {
      id: '',
      level: 'info' as const,
      text: '',
      untilMs: null,
    };
    return {
      notice: isOver ? null : { id, level, text, until: untilMs === null ? null : instantOfMs(untilMs) },
      off: switches.filter(({ off }) => off).map(({ kind, key }) => ({ kind, key })),
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async refresh(): Promise<void> {
    const state = await this.#parts.controlStore.read();
    const text = JSON.stringify(state);
    if (text === this.#text) return;
    this.#text = text;
    this.#state = state;
    this.#off = new Set(state.switches.filter(({ off }) => off).map(({ kind, key }) => keyOf(kind, key)));
    for (const listener of this.#listeners) this.#notify(listener);
  }

  /** A listener that throws must not keep the later ones from a switch that is stored already. */
  #notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'change of switches not applied everywhere');
    }
  }

  /** Until they can be read again, the last values apply. */
  #look(): Promise<void> {
    this.#reading ??= this.refresh()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'switches not read'))
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    clearInterval(this.#timer);
    await this.#reading;
  }
}

/** Reads them before anything is published; throws where they cannot be read. */
export async function openControls(parts: ControlsParts): Promise<Controls> {
  const controls = new HeldControls(parts);
  await controls.refresh();
  return controls;
}
