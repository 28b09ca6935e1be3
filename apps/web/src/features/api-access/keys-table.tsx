/** API keys in a table: scopes, addresses, end, last use, and revocation. */
import { API_SCOPE_WORDS, type ApiKeyDto, type ApiScope } from '@undertow/contracts';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import { type ReactNode, useState } from 'react';
import { useRevokeApiKey } from '#api/account/api-keys.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatAge, formatDate, formatDateTime } from '#lib/format/times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

/** From here on an end is near. */
const SOON_MS = 14 * DAY_MS;

const masked = ({ lastFour }: ApiKeyDto): string => `ut_live_…${lastFour}`;

function ScopeBadges({ scopes }: { readonly scopes: readonly ApiScope[] }): ReactNode {
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Badge key={scope} tone={API_SCOPE_WORDS[scope].writes ? 'warn' : 'plain'}>
          {API_SCOPE_WORDS[scope].label}
        </Badge>
      ))}
    </span>
  );
}

function Expiry({ apiKey, now }: { readonly apiKey: ApiKeyDto; readonly now: number }): ReactNode {
  if (apiKey.state === 'revoked') return '–';
  const endMs = Date.parse(apiKey.expiresAt);
  if (apiKey.state === 'expired') return `Expired ${formatDate(endMs)}`;
  const leftMs = endMs - now;
  if (leftMs > SOON_MS) return formatDate(endMs);
  return (
    <span className="text-warn">
      {formatDate(endMs)}, in {countOf(Math.max(1, Math.ceil(leftMs / DAY_MS)), 'day')}
    </span>
  );
}

function lastUseText({ lastUsed }: ApiKeyDto, now: number): string {
  if (lastUsed === null) return 'Never';
  const ageMs = now - Date.parse(lastUsed.at);
  const when =
    ageMs < DAY_MS ? `${formatAge(Math.max(0, ageMs))} ago` : formatDateTime(Date.parse(lastUsed.at));
  return `${when}, ${lastUsed.address}`;
}

function Revocation({ apiKey }: { readonly apiKey: ApiKeyDto }): ReactNode {
  const revoke = useRevokeApiKey();
  const [isOpen, setOpen] = useState(false);
  if (apiKey.revokedAt !== null)
    return <span className="text-text-3">Revoked {formatDate(Date.parse(apiKey.revokedAt))}</span>;
  if (apiKey.state === 'expired') return null;
  const confirm = (): void =>
    revoke.mutate(apiKey.id, {
      onSuccess: () => toast({ title: 'Success', text: `${apiKey.name} opens nothing any more.` }),
      onError: (error) => toastError(error),
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button size="small" kind="danger" onClick={() => setOpen(true)}>
        Revoke<span className="sr-only"> {apiKey.name}</span>
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Revoke ${apiKey.name}?`}
          text="Programs that use this key are refused within a second. It cannot be undone."
          keep="Keep the key"
          confirm="Revoke"
          busy={revoke.isPending}
          busyText="Revoking..."
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function Row({ apiKey, now }: { readonly apiKey: ApiKeyDto; readonly now: number }): ReactNode {
  const addresses = apiKey.addresses.length === 0 ? 'Any' : apiKey.addresses.join(', ');
  return (
    <tr className={apiKey.state === 'active' ? '' : 'text-text-3'}>
      <td className="wide">
        <span className="font-medium">{apiKey.name}</span>
        <span className="t-12 block text-text-3">created {formatDate(Date.parse(apiKey.createdAt))}</span>
        <span className="t-12 block whitespace-normal text-text-3 md:hidden">
          <span className="font-mono">{masked(apiKey)}</span> · Ends: <Expiry apiKey={apiKey} now={now} />
          <br />
          Last used: {lastUseText(apiKey, now)}
          <ScopeBadges scopes={apiKey.scopes} />
        </span>
      </td>
      <td className="font-mono t-12 max-md:hidden">{masked(apiKey)}</td>
      <td className="max-md:hidden">
        <ScopeBadges scopes={apiKey.scopes} />
      </td>
      <td className="wide max-md:hidden">{addresses}</td>
      <td className="max-md:hidden">
        <Expiry apiKey={apiKey} now={now} />
      </td>
      <td className="max-md:hidden">{lastUseText(apiKey, now)}</td>
      <td className="num">
        <Revocation apiKey={apiKey} />
      </td>
    </tr>
  );
}

const COLUMNS = [
  'Name',
  ['Key', 'max-md:hidden'],
  ['Scopes', 'max-md:hidden'],
  ['Addresses', 'max-md:hidden'],
  ['Expires', 'max-md:hidden'],
  ['Last used', 'max-md:hidden'],
  ['', 'num'],
] as const;

export function KeysTable({ keys }: { readonly keys: readonly ApiKeyDto[] }): ReactNode {
  const now = useNow(MINUTE_MS);
  return (
    <ScrollRegion label="List of API keys">
      <table className="table keys">
        <TableHead columns={COLUMNS} />
        <tbody>
          {keys.map((key) => (
            <Row key={key.id} apiKey={key} now={now} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
