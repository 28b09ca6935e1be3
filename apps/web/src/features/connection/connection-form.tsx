/** The details of the connection. The password goes one way: it is typed, sent and discarded, never shown again. */
import { RITHMIC_DOMAINS, RITHMIC_SERVERS, type RithmicConnection } from '@undertow/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type ConnectionDetails,
  useDisconnect,
  useResumeConnection,
  useSaveConnection,
  useTestConnection,
} from '#api/account/connection.ts';
import { ApiError, isUnauthorized } from '#api/client/api-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Note } from '#ui/layout/note.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { SystemField } from './system-field.tsx';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Reports a failure with the server's message, or with that of the specification where the server was not reached. */
function reportFailure(title: string, otherwise: string): (error: Error) => void {
  return (error) => {
    // Signed out: that is said already, and the page is being left for sign-in
    if (isUnauthorized(error)) return;
    const text = error instanceof ApiError && error.readable !== '' ? error.readable : otherwise;
    toastError(text, title);
  };
}

/** What is saved, except for the password. */
function keptDetails(connection: RithmicConnection | undefined): ConnectionDetails {
  return {
    username: connection?.username ?? '',
    password: '',
    server: connection?.server ?? RITHMIC_SERVERS[0],
    domain: connection?.domain ?? RITHMIC_DOMAINS[0],
    system: connection?.system ?? null,
  };
}

/** A password is kept while the connection is anything but disconnected. */
function keepsPassword(connection: RithmicConnection | undefined): boolean {
  return connection?.status !== undefined && connection.status !== 'disconnected';
}

interface FieldsProps {
  readonly value: ConnectionDetails;
  readonly keptPassword: boolean;
  readonly onChange: (change: Partial<ConnectionDetails>) => void;
}

function Fields({ value, keptPassword, onChange }: FieldsProps): ReactNode {
  return (
    <div className="form-grid p-4">
      <TextField
        label="Username"
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value.username}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <TextField
        label="Password"
        required
        type="password"
        autoComplete="new-password"
        maxLength={200}
        placeholder={keptPassword ? 'Saved, type to replace' : ''}
        value={value.password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
      <Select
        label="Server"
        value={value.server}
        options={options(RITHMIC_SERVERS)}
        onChange={(server) => onChange({ server: server as ConnectionDetails['server'] })}
      />
      <Select
        label="Domain"
        value={value.domain}
        options={options(RITHMIC_DOMAINS)}
        onChange={(domain) => onChange({ domain: domain as ConnectionDetails['domain'] })}
      />
      <SystemField value={value} onChange={(system) => onChange({ system })} />
    </div>
  );
}

function TestButton({ connection }: { readonly connection: RithmicConnection | undefined }): ReactNode {
  const test = useTestConnection({
    onSuccess: ({ message }) => toast({ title: 'Connection Test', text: message }),
    onError: reportFailure('Test Failed', 'Failed to test connection.'),
  });
  return (
    <Button
      disabled={!keepsPassword(connection)}
      busy={test.isPending}
      busyText="Testing..."
      onClick={() => test.mutate()}
    >
      Test
    </Button>
  );
}

/** What is saved is enough: after a forced logout nothing needs to be typed again. */
function ResumeButton(): ReactNode {
  const resume = useResumeConnection({
    onSuccess: () => toast({ title: 'Reconnecting', text: 'Signing in to Rithmic with the saved login.' }),
    onError: reportFailure('Reconnect Failed', 'Failed to reconnect.'),
  });
  return (
    <Button busy={resume.isPending} busyText="Reconnecting..." onClick={() => resume.mutate()}>
      Reconnect
    </Button>
  );
}

function DisconnectButton(): ReactNode {
  const disconnect = useDisconnect({
    onSuccess: () => toast({ title: 'Disconnected', text: 'The saved password was deleted.' }),
    onError: reportFailure('Disconnect Failed', 'Failed to disconnect.'),
  });
  return (
    <Button
      kind="danger"
      className="ml-auto"
      busy={disconnect.isPending}
      busyText="Disconnecting..."
      onClick={() => disconnect.mutate()}
    >
      Disconnect
    </Button>
  );
}

export function ConnectionForm({
  connection,
  isConnected,
}: {
  readonly connection: RithmicConnection | undefined;
  readonly isConnected: boolean;
}): ReactNode {
  // Keep what was typed, also when the stored details arrive later
  const [typed, setTyped] = useState<Partial<ConnectionDetails>>({});
  const value = { ...keptDetails(connection), ...typed };
  const save = useSaveConnection({
    onSuccess: (_answer, { password }) => {
      // Another one may have been typed meanwhile
      setTyped((kept) => (kept.password === password ? { ...kept, password: '' } : kept));
      toast({ title: 'Connection Saved', text: 'Connecting to Rithmic now.' });
    },
    onError: reportFailure('Save Failed', 'Failed to save connection details.'),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.username.trim() === '' || value.password === '') {
      toastError('Please fill in all required fields.', 'Missing Information');
      return;
    }
    save.mutate(value);
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Fields
        value={value}
        keptPassword={keepsPassword(connection)}
        onChange={(change) => setTyped((kept) => ({ ...kept, ...change }))}
      />
      <div className="px-4 pb-4">
        <Note tone="info" icon="lock">
          The password is encrypted before it is stored and never shown again. We read market data only and
          cannot place orders. A Rithmic login is a single seat: logging in with it elsewhere may end this
          connection.
        </Note>
      </div>
      <div className="flex gap-2 border-line border-t px-4 py-3">
        <Button kind="primary" type="submit" busy={save.isPending} busyText="Saving...">
          Save
        </Button>
        {connection?.canResume === true ? <ResumeButton /> : null}
        <TestButton connection={connection} />
        {isConnected ? <DisconnectButton /> : null}
      </div>
    </form>
  );
}
