/** The tools that draw on a chart, loaded when one opens. */
import { lazy } from 'react';
import { untilLoaded } from '#lib/browser/until-loaded.ts';
import './drawings.css';

export const DrawingTools = lazy(() =>
  untilLoaded(() => import('./drawing-tools.tsx')).then((file) => ({ default: file.DrawingTools })),
);
