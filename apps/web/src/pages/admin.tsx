/** The place of the administration: what it will hold. */
import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title.ts';
import { Page } from '#ui/page.tsx';

export function Admin(): ReactNode {
  useTitle('Admin');
  return (
    <Page title="Admin">
      <section className="card max-w-[640px] p-4" aria-label="About the administration">
        <p className="font-medium">Nothing to administer here yet</p>
        <p className="mt-1 text-text-2">
          Users, plans and the audit trail will stand here. Until then tiers are granted with the server’s own
          commands.
        </p>
      </section>
    </Page>
  );
}
