/** Signed-in devices, which of them receive live data, and signing them out. */

import type { Device } from '@undertow/contracts';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import type { ReactNode } from 'react';
import { useDevices, useRevokeDevice, useRevokeOtherDevices } from '#api/account/account.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatAge, formatDateTime } from '#lib/format/times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { Button } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

/** `Now` for this device, an age within a day, else the instant. */
function seenText({ current, lastSeenAt }: Device, nowMs: number): string {
  if (current) return 'Now';
  const seenMs = Date.parse(lastSeenAt);
  return nowMs - seenMs < DAY_MS ? `${formatAge(nowMs - seenMs)} ago` : formatDateTime(seenMs);
}

function say(error: Error): void {
  toastError(error);
}

function DeviceRow({ device }: { readonly device: Device }): ReactNode {
  const revoke = useRevokeDevice();
  const now = useNow(MINUTE_MS);
  const signOut = (): void =>
    revoke.mutate(device.id, {
      onSuccess: () => toast({ title: 'Success', text: `${device.name} is signed out.` }),
      onError: say,
    });
  return (
    <li className="row-item">
      <span className="text-text-3">
        <Icon name="person" />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{device.name}</p>
        <p className="t-12 text-text-3">
          {device.current ? 'This device' : `Signed in ${formatDateTime(Date.parse(device.signedInAt))}`}
        </p>
      </div>
      {device.live ? <Badge tone="ok">Watching live</Badge> : null}
      <span className="min-w-16 text-right text-text-3">{seenText(device, now)}</span>
      {device.current ? (
        <span className="w-[66px]" />
      ) : (
        <Button size="small" busy={revoke.isPending} onClick={signOut}>
          Revoke<span className="sr-only"> {device.name}</span>
        </Button>
      )}
    </li>
  );
}

function SignOutOthers({ isOff }: { readonly isOff: boolean }): ReactNode {
  const others = useRevokeOtherDevices();
  const signOut = (): void =>
    others.mutate(undefined, {
      onSuccess: ({ revoked }) =>
        toast({ title: 'Success', text: `${countOf(revoked, 'device is', 'devices are')} signed out.` }),
      onError: say,
    });
  return (
    <Button size="small" disabled={isOff} busy={others.isPending} onClick={signOut}>
      Sign out all others
    </Button>
  );
}

export function DevicesCard(): ReactNode {
  const query = useDevices();
  const { data, error } = query;
  const limit = data?.liveLimit;
  return (
    <Card
      title="Signed-in devices"
      note={
        limit === undefined
          ? null
          : `${countOf(limit, 'live device')} at a time on your plan; the newest takes over`
      }
      actions={<SignOutOthers isOff={(data?.devices ?? []).every((device) => device.current)} />}
    >
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The devices could not be loaded" rows={3} height={20} />
      ) : (
        <ul>
          {data.devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Card>
  );
}
