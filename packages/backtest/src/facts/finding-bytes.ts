/** The states of findings as bytes, apart by type: a rule reads those that it waits for. */
import { ColumnReader, ColumnWriter } from './column-bytes.ts';
import { FINDING_TYPES, type FindingColumns } from './session-facts.ts';

const NAMES = [
  ...(['finding', 'side', 'priceTicks', 'lowTicks', 'highTicks', 'size'] as const),
  ...(['confidence', 'flags', 'perDay'] as const),
] as const;

/** States of one type: what follows each other in the bytes. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
}

type Columns = Record<(typeof NAMES)[number], Int32Array>;

interface TypeRows {
  readonly type: number;
  /** Position among the states of all types. */
  readonly place: Int32Array;
  readonly known: Int32Array;
  readonly columns: Columns;
}

const columnsOf = (column: (name: (typeof NAMES)[number]) => Int32Array): Columns =>
  Object.fromEntries(NAMES.map((name) => [name, column(name)])) as Columns;

/** Appends them to the writer; times are kept as distances from the open. */
export function writeFindings(writer: ColumnWriter, findings: FindingColumns, openMs: number): TypeCount[] {
  const places = Map.groupBy(Array.from(findings.type.keys()), (row) => findings.type[row]!);
  return [...places].map(([type, rows]) => {
    const own = new ColumnWriter();
    own.ints(Int32Array.from(rows));
    own.ints(Int32Array.from(rows, (row) => findings.knownMs[row]! - openMs));
    for (const name of NAMES) own.ints(Int32Array.from(rows, (row) => findings[name][row]!));
    writer.raw(own.take());
    return { type: FINDING_TYPES[type]!, count: rows.length };
  });
}

function rowsOf(bytes: Uint8Array, { type, count }: TypeCount): TypeRows {
  const at = (FINDING_TYPES as readonly string[]).indexOf(type);
  if (at < 0) throw new RangeError(`expected a type of findings, got ${type}`);
  const reader = new ColumnReader(bytes);
  const [place, known] = [reader.ints(count), reader.ints(count)];
  return { type: at, place, known, columns: columnsOf(() => reader.ints(count)) };
}

/** `types`: those that are wanted, in any order; the others are left out. */
export function readFindings(
  reader: ColumnReader,
  counts: readonly TypeCount[],
  { ids, openMs }: { readonly ids: readonly string[]; readonly openMs: number },
  types: ReadonlySet<string>,
): FindingColumns {
  const parts = counts.flatMap((of) => {
    const bytes = reader.raw();
    return types.has(of.type) ? [rowsOf(bytes, of)] : [];
  });
  const [only, other] = parts;
  const { count, part, row } = orderOf(parts);
  const merged = (column: (of: TypeRows) => Int32Array): Int32Array => {
    if (only !== undefined && other === undefined) return column(only);
    const sources = parts.map(column);
    const values = new Int32Array(count);
    for (let at = 0; at < count; at += 1) values[at] = sources[part[at]!]![row[at]!]!;
    return values;
  };
  return {
    ...{ count, ids, ...columnsOf((name) => merged(({ columns }) => columns[name])) },
    type: part.map((of) => parts[of]!.type),
    knownMs: Float64Array.from(
      merged(({ known }) => known),
      (known) => openMs + known,
    ),
  };
}

/** All rows in the order of their places: of which part each is, and its row there. */
function orderOf(parts: readonly TypeRows[]) {
  const count = parts.reduce((sum, { place }) => sum + place.length, 0);
  const [part, row] = [new Int32Array(count), new Int32Array(count)];
  const next = parts.map(() => 0);
  const placeOf = (of: number): number => parts[of]!.place[next[of]!] ?? Number.POSITIVE_INFINITY;
  for (let at = 0; at < count; at += 1) {
    let least = 0;
    for (let of = 1; of < parts.length; of += 1) if (placeOf(of) < placeOf(least)) least = of;
    part[at] = least;
    row[at] = next[least]!;
    next[least]! += 1;
  }
  return { count, part, row };
}
