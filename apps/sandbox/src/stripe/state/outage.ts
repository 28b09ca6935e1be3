/** Makes the API fail on purpose, as a provider does on a bad day. */

/**
 * `error` returns `status`; `hang` never responds; `slow` waits; `reset` cuts the connection; `garbage` answers what is no
 * JSON; `lost` does the work, then cuts the connection, so that its outcome is unknown to the caller.
 */
export const OUTAGES = ['none', 'error', 'hang', 'slow', 'reset', 'garbage', 'lost'] as const;
export type OutageMode = (typeof OUTAGES)[number];

export interface OutageSetting {
  readonly mode: OutageMode;
  /** Of `slow`. */
  readonly delayMs: number;
  /** Of `error`. */
  readonly status: number;
  /** Only calls whose path begins so. */
  readonly path: string;
  /** Calls until it is over by itself; null lasts until it is reset. */
  readonly calls: number | null;
}

const CALM: OutageSetting = { mode: 'none', delayMs: 2000, status: 500, path: '/v1/', calls: null };

export class Outage {
  #setting: OutageSetting = CALM;

  get setting(): OutageSetting {
    return this.#setting;
  }

  set(setting: Partial<OutageSetting>): OutageSetting {
    this.#setting = { ...CALM, ...setting };
    return this.#setting;
  }

  /** The outage for this call; counts it. */
  meet(path: string): OutageSetting {
    const setting = this.#setting;
    if (setting.mode === 'none' || !path.startsWith(setting.path)) return CALM;
    if (setting.calls !== null) {
      this.#setting = setting.calls > 1 ? { ...setting, calls: setting.calls - 1 } : CALM;
    }
    return setting;
  }
}
