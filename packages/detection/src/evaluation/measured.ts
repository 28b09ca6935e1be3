/** The figures of the last full evaluation, as `undertow evaluate` wrote them: what the product shows as measured. */

import figures from './figures.json' with { type: 'json' };
import { type EvaluationFigures, readFigures } from './figures.ts';

export const EVALUATION: EvaluationFigures = readFigures(figures);
