/** Says why a record was refused, with its price and the instrument's tick in decimals. */
import { DbnError } from '#dbn/files/dbn-error.ts';
import { RTYPE_MBO } from '#dbn/files/dbn-layout.ts';
import type { DbnInstrument } from './dbn-instruments.ts';
import { priceNanosOf } from './decode-mbo.ts';

/** The refusal of the record at `at`: which price it has, and which tick its instrument. */
export function refusedPrice(
  view: DataView,
  at: number,
  offset: number,
  instrument: DbnInstrument,
): DbnError {
  const name = instrument.symbol ?? `instrument ${instrument.fileId}`;
  const price = priceNanosOf(view, at + (view.getUint8(at + 1) === RTYPE_MBO ? 24 : 16));
  const found = price === null ? 'none' : decimal(price);
  const tick = decimal(BigInt(instrument.tickNanos ?? 0));
  return new DbnError(
    `expected a price in ticks of ${tick} and a size of 0 or more for ${name}, found price ${found}`,
    offset,
  );
}

function decimal(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : '';
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`;
}
