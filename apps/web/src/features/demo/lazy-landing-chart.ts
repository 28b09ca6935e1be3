/** The landing chart, fetched when it is first rendered: its script never delays the first view of a page. */
import { lazy } from 'react';

export const LandingChart = lazy(() =>
  import('./landing-chart.tsx').then((file) => ({ default: file.LandingChart })),
);
