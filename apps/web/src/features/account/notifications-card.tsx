/** Notifications: what comes later, and what can be chosen now. */
import type { ReactNode } from 'react';
import { openSurface } from '#lib/surface.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

export function NotificationsCard(): ReactNode {
  return (
    <Card title="Notifications">
      <div className="p-4">
        <p className="text-text-2">
          Notifications by mail will be available in a future update. What is shown and sounded here is chosen
          per event type.
        </p>
        <Button className="mt-3" onClick={() => openSurface.set('event-settings')}>
          Event settings
        </Button>
      </div>
    </Card>
  );
}
