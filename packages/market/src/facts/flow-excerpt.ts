/** A stretch of a market as order-flow panes show it: small enough to be fetched whole and played without a server. */
import type { RecordedFinding } from './market-recording.ts';

/** As stored in a file. Times are milliseconds since 1970 UTC. */
export interface PackedFlowExcerpt {
  readonly version: 1;
  readonly symbol: string;
  /** The dated contract whose ticks the prices are. */
  readonly contract: string;
  readonly seed: number;
  /** Playing begins here: what is older is known by then. */
  readonly startMs: number;
  readonly endMs: number;
  /** Flow spans, oldest first: `encodeFlowSpan`, deflated without a header, base64. */
  readonly spans: readonly string[];
  /** Oldest first by `knownMs`; an event is listed again for each change of it that is shown. */
  readonly findings: readonly RecordedFinding[];
}
