/** Messages between the feed and the worker thread that runs the simulated exchanges. */

/** How one instrument's exchange begins. */
export interface SessionStart {
  readonly instrumentId: number;
  readonly seed: number;
  /** Milliseconds since 1970 UTC of the first row. */
  readonly startMs: number;
  readonly openTicks: number;
  readonly scale: number | null;
  /** Releases come by the timetable in place of chance. */
  readonly announced: boolean;
  /** From this time on icebergs arrive at fixed intervals; null leaves them to chance. */
  readonly journeyFromMs: number | null;
}

/** From the feed to the worker, handled in order. */
export type VenueCommand =
  /** Starts the instrument's exchange, or shows it again after `pause`: its first rows are a snapshot. */
  | { readonly kind: 'open'; readonly start: SessionStart }
  /** Nobody listens: the exchange pauses until it is opened again. */
  | { readonly kind: 'pause'; readonly instrumentId: number }
  | { readonly kind: 'snapshot'; readonly instrumentId: number }
  /** Run every open exchange towards this time; answered by rows and one `advanced`. */
  | { readonly kind: 'advance'; readonly nowMs: number };

/** From the worker to the feed. */
export type VenueReply =
  | {
      readonly kind: 'rows';
      readonly instrumentId: number;
      /** Int32 rows of the canonical layout, transferred. */
      readonly buffer: ArrayBuffer;
      readonly count: number;
    }
  /** The command is done; `behind` while some exchange has not reached its time yet. */
  | { readonly kind: 'advanced'; readonly behind: boolean };
