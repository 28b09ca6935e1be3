/**
 * Which system of the gateway a login is for: the one of the domain, or another of the gateway's own list, as prop
 * firms have.
 */
import type { ReactNode } from 'react';
import { type ConnectionDetails, useRithmicSystems } from '#api/account/connection.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Select } from '#ui/controls/select.tsx';

/** The value of a list entry must be a text; no system has an empty name. */
const OF_DOMAIN = '';

interface SystemFieldProps {
  readonly value: Pick<ConnectionDetails, 'server' | 'domain' | 'system'>;
  readonly onChange: (system: string | null) => void;
}

export function SystemField({ value, onChange }: SystemFieldProps): ReactNode {
  const { data, error } = useRithmicSystems(value.server);
  const { systems = [], ofDomain } = data ?? {};
  const ofThis = ofDomain?.[value.domain];
  // What is saved is shown also while the list cannot be read
  const names =
    value.system === null || systems.includes(value.system) ? systems : [value.system, ...systems];
  return (
    <div className="col-span-full">
      <Select
        label="System"
        value={value.system ?? OF_DOMAIN}
        options={[
          {
            value: OF_DOMAIN,
            label: ofThis === undefined ? 'System of the domain' : `System of the domain (${ofThis})`,
          },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(system) => onChange(system === OF_DOMAIN ? null : system)}
      />
      {error === null ? null : (
        <p className="pt-1 text-text-2">The list of systems could not be loaded. {readableError(error)}</p>
      )}
    </div>
  );
}
