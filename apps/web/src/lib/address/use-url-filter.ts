/** A filter that is kept in the address: read with the shapes of the contract, changed by navigation. */
import { useLocation, useSearch } from 'wouter';
import { z } from 'zod';

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Change<Name extends PropertyKey> = Readonly<Partial<Record<Name, string | number | undefined>>>;

const MAX_PAGE = 1_000_000;
/** A page of a list, the first by default. */
export const pageNumber = z.coerce.number<string>().int().min(1).max(MAX_PAGE).default(1);

/** Changed with every letter: the browser's own back skips them. */
const TYPED = ['search', 'text'];

/** The values in a query string; one off the contract, or a last day before the first, is as if it were not there. */
export function readQuery<Shape extends z.ZodRawShape>(search: string, shape: Shape): Values<Shape> {
  const query = new URLSearchParams(search);
  const given = Object.entries(shape).flatMap(([name, schema]) => {
    const value = query.get(name);
    return value !== null && value !== '' && z.safeParse(schema, value).success
      ? [[name, value] as const]
      : [];
  });
  const { from, to, ...others } = Object.fromEntries(given);
  const days = from !== undefined && to !== undefined && to < from ? { from } : { from, to };
  return z.object(shape).parse({ ...others, ...days });
}

/**
 * A query string with some values changed: empty ones and defaults leave it, and so does the page when others change.
 */
export function changedQuery<Shape extends z.ZodRawShape>(
  search: string,
  shape: Shape,
  change: Change<keyof Shape>,
): string {
  const query = new URLSearchParams(search);
  const defaults: Readonly<Record<string, unknown>> = readQuery('', shape);
  query.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '' || value === defaults[name]) query.delete(name);
    else query.set(name, String(value));
  }
  return query.toString();
}

export interface UrlFilter<Filter extends z.ZodRawShape, View extends z.ZodRawShape> {
  readonly filter: Values<Filter>;
  /** What of the filtered rows is shown, and in which order. */
  readonly view: Values<View>;
  readonly isFiltered: boolean;
  readonly change: (change: Change<keyof Filter | keyof View>) => void;
  /** Back to the defaults of filter and view. */
  readonly clear: () => void;
}

/** Reads a filter and its view from the address and writes them there, so that a link holds them. */
export function useUrlFilter<Filter extends z.ZodRawShape, View extends z.ZodRawShape>(
  filterShape: Filter,
  viewShape: View,
): UrlFilter<Filter, View> {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const shape = { ...filterShape, ...viewShape };
  const none = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
  const filter = readQuery(search, filterShape);
  const change = (changed: Change<keyof Filter | keyof View>): void => {
    const query = changedQuery(search, shape, changed);
    const replace = Object.keys(changed).some((name) => TYPED.includes(name));
    navigate(query === '' ? path : `${path}?${query}`, { replace });
  };
  return {
    filter,
    view: readQuery(search, viewShape),
    isFiltered: JSON.stringify(filter) !== JSON.stringify(readQuery('', filterShape)),
    change,
    clear: () => change(none as Change<keyof Filter | keyof View>),
  };
}
