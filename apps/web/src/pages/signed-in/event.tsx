/** The evidence page of one event. */
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { EvidencePage } from '#features/evidence/evidence-page.tsx';

export function EventPage(): ReactNode {
  const { id = '' } = useParams<{ id: string }>();
  return <EvidencePage key={id} eventId={id} />;
}
