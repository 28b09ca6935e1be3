/**
 * The interface of every platform's reader: it recognises its files by header names and turns rows into trips or fills.
 */
import type {
  ImportAnswers,
  ImportQuestion,
  PlatformId,
  Rejection,
  SkippedRows,
} from '#model/import-model.ts';
import type { RawFill, RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';

/** Position of the trades in a file. */
export interface Recognition {
  readonly platform: PlatformId;
  /** Display name: `Tradovate, fills`. */
  readonly layout: string;
  /** `round-trips`: a row or pair of rows is a closed trade. `fills`: rows are executions or orders, to be paired. */
  readonly kind: 'round-trips' | 'fills';
  /** 0 to 1: confidence that it is this layout; the reader with the highest one is used. */
  readonly confidence: number;
  readonly grid: SourceGrid;
  /** Index in `grid.rows` of the header row. */
  readonly headerRow: number;
}

/** The result of a reader. */
export interface PlatformRows {
  readonly trips: readonly RawTrip[];
  readonly fills: readonly RawFill[];
  readonly rejected: readonly Rejection[];
  readonly skipped: readonly SkippedRows[];
  readonly warnings: readonly string[];
  readonly questions: readonly ImportQuestion[];
  /** Zone that the file itself names for all its times: IANA, or minutes east of UTC; null where it does not. */
  readonly zone: string | { readonly offsetMinutes: number } | null;
  readonly account: string | null;
  readonly currency: string | null;
  /** Closed net total that the file prints, in its money; null where it prints none. */
  readonly statedNet: string | null;
  readonly rowsRead: number;
}

export interface PlatformReader {
  readonly id: PlatformId;
  /**
   * Every layout of the platform that matches this file, most confident first; empty when it is not one of its files.
   */
  recognise(file: SourceFile): readonly Recognition[];
  /** Throws `ImportRefusal` when the layout is recognised and cannot be imported (columns missing). */
  read(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows;
}

/** Files of a platform without trades: recognised to be refused with the export that does. */
export interface RefusedLayout {
  readonly layout: string;
  recognise(file: SourceFile): boolean;
  /** What it is and what to export instead, in one or two sentences. */
  readonly advice: string;
}

/** All readers of files. */
export interface PlatformRegistry {
  readonly platforms: readonly PlatformReader[];
  readonly refused: readonly RefusedLayout[];
  /** The simple template of the product: only where no platform recognises the file. */
  readonly template: PlatformReader | null;
  /** Reads any table by a mapping that a user made. */
  readonly mapped: PlatformReader | null;
}
