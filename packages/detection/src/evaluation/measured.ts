/** The figures of the last full evaluation, as `undertow evaluate` wrote them: what the product shows as measured. */
import { type EvaluationFigures, readFigures } from './figures.ts';
import figures from './figures.json' with { type: 'json' };

export const EVALUATION: EvaluationFigures = readFigures(figures);
