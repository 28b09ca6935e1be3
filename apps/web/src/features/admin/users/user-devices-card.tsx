/** Where a user is signed in, and signing one device out. */
import type { AdminUserPageFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRevokeUserDevice } from '#api/admin/user.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { toast } from '#ui/overlays/toast-state.ts';

type Devices = AdminUserPageFacts['devices'];

function DeviceRow({
  device,
  userId,
}: {
  readonly device: Devices['list'][number];
  readonly userId: string;
}): ReactNode {
  const revoke = useRevokeUserDevice(userId);
  const signOut = (): void =>
    revoke.mutate(device.id, {
      onSuccess: () => toast({ title: 'Success', text: `${device.name} is signed out.` }),
      onError: (error) => reportRefusal(error, 'Error', readableError(error)),
    });
  return (
    <li className="row-item">
      <div className="min-w-0 grow">
        <p className="truncate font-medium" title={device.name}>
          {device.name}
        </p>
        <p className="t-12 text-text-3">seen {formatDateTime(Date.parse(device.lastSeenAt))}</p>
      </div>
      {device.live ? <Badge tone="ok">Live</Badge> : null}
      <Button size="small" busy={revoke.isPending} onClick={signOut}>
        Revoke<span className="sr-only"> {device.name}</span>
      </Button>
    </li>
  );
}

export interface UserDevicesCardProps {
  readonly devices: Devices;
  readonly userId: string;
}

export function UserDevicesCard({ devices, userId }: UserDevicesCardProps): ReactNode {
  const { list, liveLimit } = devices;
  const live = list.filter((device) => device.live).length;
  return (
    <Card title="Devices" note={`${live} of ${liveLimit} live`}>
      {list.length === 0 ? (
        <EmptyBlock title="No signed-in devices" />
      ) : (
        <ul>
          {list.map((device) => (
            <DeviceRow key={device.id} device={device} userId={userId} />
          ))}
        </ul>
      )}
    </Card>
  );
}
