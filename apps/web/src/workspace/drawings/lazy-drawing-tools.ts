/** The tools that draw on a chart, loaded when one opens. */
import { lazy } from 'react';

export const DrawingTools = lazy(() =>
  import('./drawing-tools.tsx').then((file) => ({ default: file.DrawingTools })),
);
