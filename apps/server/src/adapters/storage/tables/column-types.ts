/** Column types that several table files use, and how plain numbers become their values. */
import { type EpochMs, epochMs } from '@undertow/market';
import { bigint, customType } from 'drizzle-orm/pg-core';

/** Milliseconds since 1970 UTC. A number that is not known to be whole does not compile: the database refuses fractions. */
export const millis = (name: string) => bigint(name, { mode: 'number' }).$type<EpochMs>();

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export function instantOrNull(ms: number | null): EpochMs | null {
  return ms === null ? null : epochMs(ms);
}

type Whole<V> = V extends number ? EpochMs : V;
type WithInstants<T, K extends keyof T> = Omit<T, K> & { [P in keyof Pick<T, K>]: Whole<T[P]> };

/** The row with the named fields as instants that columns take; null and what is left out stay so. */
export function withInstants<T extends object, K extends keyof T>(
  row: T,
  ...names: readonly K[]
): WithInstants<T, K> {
  const instants = names.flatMap((name) => {
    const value = row[name];
    return typeof value === 'number' ? [[name, epochMs(value)]] : [];
  });
  return { ...row, ...Object.fromEntries(instants) } as WithInstants<T, K>;
}
