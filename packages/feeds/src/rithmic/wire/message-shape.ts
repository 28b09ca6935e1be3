/** How a message of the R|Protocol is written down: its template, and number and kind of each field. */

export type FieldKind = 'string' | 'bytes' | 'int32' | 'uint32' | 'uint64' | 'double' | 'bool';

/** Number on the wire, kind, and true where the field repeats. */
export type FieldShape = readonly [number, FieldKind] | readonly [number, FieldKind, true];

export interface MessageShape {
  /** Value of field 154467 in every message of this shape. */
  readonly templateId: number;
  readonly fields: Readonly<Record<string, FieldShape>>;
}

export type MessageShapes = Readonly<Record<string, MessageShape>>;

type Value<K extends FieldKind> = K extends 'string'
  ? string
  : K extends 'bytes'
    ? Uint8Array
    : K extends 'bool'
      ? boolean
      : number;

type FieldValue<F> = F extends readonly [number, infer K extends FieldKind, true]
  ? readonly Value<K>[]
  : F extends readonly [number, infer K extends FieldKind]
    ? Value<K>
    : never;

/**
 * A message as an object: a field that was not sent is left out, never zero. 64-bit numbers are doubles, exact below
 * 2^53.
 */
export type MessageOf<S extends MessageShape> = {
  readonly [F in keyof S['fields']]?: FieldValue<S['fields'][F]>;
};
