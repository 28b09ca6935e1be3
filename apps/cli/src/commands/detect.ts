/** `undertow detect FILE`: what the detectors find in a recording, a JSON line at each finding and each change. */
import { createPipeline, type FlowEventChange, type Pipeline, type StopElection } from '@undertow/detection';
import {
  CME_CALENDAR,
  COL_FLAGS,
  FLAG_MAYBE_BAD_BOOK,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  type FlowEventType,
  formatTicks,
  InstrumentMarket,
  rowTimeMs,
} from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { named, noteLeftOut, openRecording } from '#open-recording.ts';
import { probability, wordsOf } from '#options.ts';
import { type RecordedInstrument, type RowReader, readInstruments } from '#read-instruments.ts';
import type { Terminal } from '#terminal.ts';

const ARGS = {
  file: { type: 'positional', description: 'DBN file with orders or levels, plain or zstd', required: true },
  types: {
    type: 'string',
    description: `Only these, separated by commas: ${FLOW_EVENT_TYPES.join(', ')}`,
    valueHint: 'types',
  },
  'min-confidence': {
    type: 'string',
    description: 'A finding is told when it first reaches this, from 0 to 1',
    valueHint: 'p',
    default: '0',
  },
} as const;

export function detectCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'detect',
      description:
        'Order-flow events and stop elections of a recording, a JSON line at each finding and change',
    },
    args: ARGS,
    run: async ({ args }) => {
      const types =
        args.types === undefined ? FLOW_EVENT_TYPES : wordsOf('types', args.types, FLOW_EVENT_TYPES);
      const minConfidence = probability('min-confidence', args['min-confidence']);
      const rows = await openRecording(args.file);
      const readers = await named(args.file, () =>
        readInstruments(
          rows,
          (recorded) => new DetectionReader(recorded, types, minConfidence, (line) => terminal.data(line)),
        ),
      );
      noteLeftOut(args.file, rows, terminal);
      for (const reader of readers.values()) terminal.note(reader.summary());
    },
  });
}

/** Runs the pipeline over one instrument: the same market and pipeline as in the server's live line. */
class DetectionReader implements RowReader {
  readonly #market: InstrumentMarket;
  readonly #pipeline: Pipeline;
  readonly #recorded: RecordedInstrument;
  readonly #minConfidence: number;
  readonly #onLine: (line: string) => void;
  /** Instant at which each told finding first reached the threshold, nanoseconds. */
  readonly #toldNs = new Map<string, bigint>();

  constructor(
    recorded: RecordedInstrument,
    types: readonly FlowEventType[],
    minConfidence: number,
    onLine: (line: string) => void,
  ) {
    const { instrument, tier } = recorded;
    this.#recorded = recorded;
    this.#minConfidence = minConfidence;
    this.#onLine = onLine;
    this.#market = new InstrumentMarket({
      instrument,
      tier,
      calendar: CME_CALENDAR,
      onMatchEvent: (event) => this.#pipeline.onMatch(event),
    });
    this.#pipeline = createPipeline({
      instrument,
      tier,
      market: this.#market,
      types,
      emit: (event, change) => this.#tell(event, change),
      onElection: (election) => this.#onLine(JSON.stringify(this.#electionLine(election))),
    });
  }

  applyRow(rows: Int32Array, at: number): void {
    // A recording cannot be asked for what it lost: windows over the hole are dropped, the book goes on as it is.
    if (((rows[at + COL_FLAGS] as number) & FLAG_MAYBE_BAD_BOOK) !== 0)
      this.#pipeline.onDiscontinuity(rowTimeMs(rows, at));
    this.#market.applyRow(rows, at);
  }

  /** What was counted exactly, findings below the detectors' thresholds included. */
  summary(): string {
    const { icebergOrders, icebergRefills, electedStops, stopEvents, stopContracts } =
      this.#pipeline.counters;
    return (
      `${this.#recorded.symbol}: ${this.#toldNs.size} findings; exact counts: ` +
      `${icebergOrders} native icebergs with ${icebergRefills} refills, ` +
      `${electedStops} elected stops in ${stopEvents} events with ${stopContracts} contracts`
    );
  }

  #tell(event: FlowEvent, change: FlowEventChange): void {
    const told = this.#toldNs.get(event.id);
    if (told === undefined) {
      if (event.confidence < this.#minConfidence) return;
      const detectedNs = change === 'new' ? event.detectedNs : event.updatedNs;
      this.#toldNs.set(event.id, detectedNs);
      this.#onLine(JSON.stringify(this.#lineOf(event, detectedNs)));
      return;
    }
    this.#onLine(JSON.stringify({ ...this.#lineOf(event, told), update: true }));
  }

  /** An elected stop is an exact fact of its own, told whether or not it became part of a run. */
  #electionLine(election: StopElection): object {
    const { instrument, symbol } = this.#recorded;
    const price = (ticks: number): string => formatTicks(instrument, ticks);
    return {
      id: election.id,
      symbol,
      eventType: 'stop_election',
      side: election.side,
      price: price(election.firstTicks),
      priceLow: price(election.lowTicks),
      priceHigh: price(election.highTicks),
      size: election.contracts,
      confidence: 1,
      exact: true,
      detectedAt: election.timeNs.toString(),
      metadata: { stops: election.stops },
    };
  }

  #lineOf(event: FlowEvent, detectedNs: bigint): object {
    const { instrument, symbol } = this.#recorded;
    const price = (ticks: number): string => formatTicks(instrument, ticks);
    return {
      id: event.id,
      symbol,
      eventType: event.type,
      side: event.side,
      price: price(event.priceTicks),
      priceLow: price(event.priceLowTicks),
      priceHigh: price(event.priceHighTicks),
      size: event.size,
      confidence: event.confidence,
      exact: event.exact,
      detectedAt: detectedNs.toString(),
      metadata: {
        description: event.description,
        severity: event.severity,
        zoneHeight: event.zoneHeightTicks === null ? null : price(event.zoneHeightTicks),
        sub: event.sub,
        status: event.status,
        tier: event.tier,
        calibrator: event.calibrator,
        degraded: event.degraded,
        startedAt: event.startNs.toString(),
        updatedAt: event.updatedNs.toString(),
        evidence: event.evidence,
      },
    };
  }
}
