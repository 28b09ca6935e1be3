/** The demo: anybody may watch a simulated market, without an account. */
import type { ReactNode } from 'react';
import { DemoScreen } from '#features/demo/demo-screen.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';
import { DemoWorkspace } from '#workspace/demo/lazy-demo-workspace.ts';

export function Demo(): ReactNode {
  usePageTitle('/demo');
  return <DemoScreen workspace={DemoWorkspace} />;
}
