/** What the drivers of the cluster print. */

export interface ReferenceRun {
  readonly microsPerMessage: number;
  readonly messagesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface FanOut {
  readonly sockets: number;
  readonly web: {
    readonly microsPerFrame: number;
    readonly framesPerSecond: number;
    readonly bytesPerFrame: number;
    readonly ages: { readonly p50Ms: number; readonly p99Ms: number };
    readonly socketsAtEnd: number;
    readonly cpuShare: number;
    readonly rssMb: number;
  };
  readonly floor: ReferenceRun;
  /** Null where the packages were not given. */
  readonly socketIo: ReferenceRun | null;
}

/** Milliseconds; null without a value. */
interface Percentiles {
  readonly p50: number | null;
  readonly p99: number | null;
}

export interface WireRow {
  readonly instruments: number;
  readonly withViews: number;
  readonly readers: number;
  readonly updatesPerSecond: number;
  readonly storedPerSecond: number;
  readonly bytesPerUpdate: number;
  readonly owners: number;
  readonly nats: number;
  readonly web: number;
  readonly natsBytesPerUpdate: number;
  readonly publishMs: Percentiles;
  readonly ageMs: Percentiles;
  readonly webRssMb: number;
  readonly ownerRssMb: number;
}

export interface Takeovers {
  readonly instruments: number;
  readonly readySeconds: number;
  /** Shares of a core by role, all processes of it together. */
  readonly idle: Readonly<Record<string, number>>;
  readonly takeovers: readonly {
    readonly firstMs: number;
    readonly wireMs: number;
    readonly bookMs: number;
    readonly barsMs: number;
  }[];
  readonly returns: {
    readonly sockets: number;
    readonly killed: readonly { readonly lost: number; readonly backMs: readonly number[] }[];
  };
}

/** What a row of what was shown to whom costs PostgreSQL. */
export interface UsageFigures {
  readonly people: number;
  readonly microsPerRow: number;
}

/** With the load of the machine before each: without the reference programs there is no fan-out. */
export interface ClusterFigures {
  readonly date: string;
  readonly fanOut: readonly (FanOut & { readonly load: number })[];
  readonly wire: { readonly rows: readonly WireRow[]; readonly load: number };
  readonly takeover: Takeovers & { readonly load: number };
  /** Null where PostgreSQL is not installed. */
  readonly usage: UsageFigures | null;
}

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value;

export const isFanOut = (value: unknown): value is FanOut => has(value, 'web') && has(value, 'floor');
export const isWire = (value: unknown): value is { readonly rows: readonly WireRow[] } => has(value, 'rows');
export const isTakeovers = (value: unknown): value is Takeovers => has(value, 'takeovers');
export const isUsage = (value: unknown): value is UsageFigures | null =>
  value === null || has(value, 'microsPerRow');
