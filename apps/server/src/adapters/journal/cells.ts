/** Pages of rows that came from the database column by column, as rows again. */

export type Cells<Column extends string> = Readonly<Record<Column, unknown>>;

export function cellsOf<Column extends string>(
  page: string,
  names: readonly Column[],
): readonly Cells<Column>[] {
  const columns = JSON.parse(page) as readonly (readonly unknown[])[];
  return (columns[0] ?? []).map(
    (_id, row) =>
      Object.fromEntries(names.map((name, place) => [name, columns[place]?.[row]])) as Cells<Column>,
  );
}
