/** The demo's workspace, fetched when it is first rendered: its script never delays the demo. */
import { lazy } from 'react';

export const DemoWorkspace = lazy(() =>
  import('./demo-workspace.tsx').then((file) => ({ default: file.DemoWorkspace })),
);
