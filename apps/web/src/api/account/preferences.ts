/** What the user chose about the dashboard: shown at once, kept on the server shortly after. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { DEFAULT_PREFERENCES, getPreferences, type Preferences, savePreferences } from '@undertow/contracts';
import { useCallback } from 'react';
import { call } from '#api/client/call.ts';
import { EXCHANGE_ZONE, USER_ZONE } from '#lib/format/times.ts';

const PREFERENCES_KEY = [getPreferences.path] as const;
/** Changes within this time are sent together: a dragged split changes many times a second. */
const SAVE_DELAY_MS = 400;

let unsaved: Partial<Preferences> = {};
/** On its way to the server. */
let sending: Partial<Preferences> = {};
let isSaveDue = false;

/** Sends what waits; `keepalive` lets the request outlive the page. */
async function flush(client: QueryClient, keepalive = false): Promise<void> {
  isSaveDue = false;
  const body = unsaved;
  if (Object.keys(body).length === 0) return;
  unsaved = {};
  sending = body;
  try {
    await call(savePreferences, { body, keepalive });
    sending = {};
  } catch {
    sending = {};
    // Keep the choice on this page, but read the server's state again so that the screen shows what is stored.
    await client.invalidateQueries({ queryKey: PREFERENCES_KEY });
  }
}

/** A response to a request made before the newest choices were saved does not undo them. */
async function readPreferences(): Promise<Preferences> {
  const kept = await call(getPreferences);
  return { ...kept, ...sending, ...unsaved };
}

export interface PreferencesState {
  readonly value: Preferences;
  readonly isLoading: boolean;
  readonly save: (change: Partial<Preferences>) => void;
  /** Sends a choice at once, with whatever else waits; done when the server has answered. */
  readonly saveNow: (change: Partial<Preferences>) => Promise<void>;
}

/** The preferences, defaults while they load, and a way to change them. */
export function usePreferences(): PreferencesState {
  const client = useQueryClient();
  const query = useQuery({ queryKey: PREFERENCES_KEY, queryFn: readPreferences });
  const save = useCallback(
    (change: Partial<Preferences>) => {
      client.setQueryData<Preferences>(PREFERENCES_KEY, (kept) => ({
        ...(kept ?? DEFAULT_PREFERENCES),
        ...change,
      }));
      unsaved = { ...unsaved, ...change };
      if (isSaveDue) return;
      isSaveDue = true;
      // Whoever leaves the page before that finds their choice on the next one
      const leave = (): void => void flush(client, true);
      window.addEventListener('pagehide', leave);
      setTimeout(() => {
        window.removeEventListener('pagehide', leave);
        void flush(client);
      }, SAVE_DELAY_MS);
    },
    [client],
  );
  const saveNow = useCallback(
    (change: Partial<Preferences>) => {
      unsaved = { ...unsaved, ...change };
      return flush(client);
    },
    [client],
  );
  return { value: query.data ?? DEFAULT_PREFERENCES, isLoading: query.isPending, save, saveNow };
}

/** True where the exchange's times are shown beside the reader's: where they are wanted, and not the same. */
export function useExchangeClock(): boolean {
  return usePreferences().value.exchangeClock && USER_ZONE !== EXCHANGE_ZONE;
}
