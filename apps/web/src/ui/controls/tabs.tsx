/** Tabs: a root that knows which one is chosen, a list of them, and their panels. */
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
}

export interface TabsRootProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TabsRoot({ value, onChange, className, children }: TabsRootProps): ReactNode {
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      {children}
    </Radix.Root>
  );
}

export interface TabsListProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly className?: string;
  /** In a list that scrolls: the chosen tab, which is brought into view when it changes. */
  readonly inView?: string | undefined;
}

export function TabsList({ label, items, className = '', inView }: TabsListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const count = items.length;
  // Only on a change of the choice or the count: manual scrolling is not overridden.
  useEffect(() => {
    if (inView === undefined || count === 0) return;
    const chosen = list.current?.querySelector('[data-state="active"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [inView, count]);
  return (
    <Radix.List ref={list} aria-label={label} className={`tablist ${className}`}>
      {items.map((item) => (
        <Radix.Trigger key={item.id} value={item.id} className="tab">
          {item.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
}

export interface TabPanelProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TabPanel({ id, className, children }: TabPanelProps): ReactNode {
  return (
    <Radix.Content value={id} className={className} tabIndex={-1}>
      {children}
    </Radix.Content>
  );
}
