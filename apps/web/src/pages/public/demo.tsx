/** The demo: anybody may watch a simulated market, without an account. */
import type { ReactNode } from 'react';
import { DemoScreen } from '#features/demo/demo-screen.tsx';
import { DemoWorkspace } from '#features/demo/workspace/lazy-demo-workspace.ts';
import { usePageTitle } from '#lib/hooks/use-title.ts';

export function Demo(): ReactNode {
  usePageTitle('/demo');
  return <DemoScreen workspace={DemoWorkspace} />;
}
