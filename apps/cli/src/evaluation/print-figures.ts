/** Prints what was reached: a line of data for each row and model, and the same in words. */
import type { EvaluationFigures } from '@undertow/detection';
import type { Terminal } from '#terminal/terminal.ts';
import { modelLine, rowLine } from './evaluation-note.ts';
import { forecastLine, leadLine } from './forecast-note.ts';

export function printFigures(
  figures: EvaluationFigures,
  prefixes: readonly string[],
  terminal: Terminal,
): void {
  const isWanted = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix.trim()));
  terminal.note(`seeds: ${figures.seeds}`);
  for (const row of figures.rows) {
    if (!isWanted(row.row)) continue;
    terminal.data(JSON.stringify(row));
    const causes = row.wrongBy
      .slice(0, 5)
      .map(({ cause, share }) => `${cause} ${(100 * share).toFixed(0)} %`);
    const subs = row.bySub.map(({ sub, labels, found }) => `${sub} ${found} of ${labels}`);
    terminal.note(
      `${row.generator} ${rowLine(row, row.generator)} kinds: ${subs.join(', ')}; wrong: ${causes.join(', ')}`,
    );
  }
  for (const model of figures.models) {
    if (!isWanted(model.model)) continue;
    terminal.data(JSON.stringify(model));
    terminal.note(`${model.generator} ${modelLine(model)}`);
  }
  for (const forecast of isWanted('iceberg/native') ? figures.forecasts : [])
    terminal.note(`${forecast.generator} ${forecastLine(forecast)}`);
  for (const lead of isWanted('cross_market') ? figures.leads : [])
    terminal.note(`${lead.generator} ${leadLine(lead)}`);
}
