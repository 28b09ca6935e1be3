/** The profile: what was registered, the time zone and the colours. */

import {
  type CurrentUser,
  MARKET_DATA_STATUSES,
  type RegistrationFacts,
  TRADING_EXPERIENCES,
} from '@undertow/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { useRegister, useRegistration } from '#api/account/registration.ts';
import { useTheme } from '#lib/browser/theme.tsx';
import { keepZone, zoneCity } from '#lib/format/times.ts';
import { EXPERIENCE_WORDS } from '#lib/words/experience-words.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { ErrorBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import {
  agreedToTextsOfToday,
  draftOf,
  hasChanged,
  type RegistrationDraft,
  toRegistration,
} from './registration-draft.ts';

const STATUS_WORDS: Readonly<Record<(typeof MARKET_DATA_STATUSES)[number], string>> = {
  non_professional: 'Non-professional',
  professional: 'Professional',
};

function Looks(): ReactNode {
  const { palette, setPalette } = useTheme();
  const { value, save, saveNow } = usePreferences();
  const changeZone = async (timeZone: string | null): Promise<void> => {
    await saveNow({ timeZone });
    if (keepZone(timeZone)) location.reload();
  };
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <div className="form-grid border-line border-t px-4 py-3.5">
      <Select
        label="Time zone"
        value={value.timeZone ?? ''}
        options={[
          { value: '', label: `Browser: ${zoneCity(Intl.DateTimeFormat().resolvedOptions().timeZone)}` },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
        onChange={(zone) => void changeZone(zone === '' ? null : zone)}
      />
      <Select
        label="Colours"
        value={palette}
        options={[
          { value: 'default', label: 'Colour-blind palette off' },
          { value: 'cvd', label: 'Colour-blind palette on' },
        ]}
        onChange={(next) => {
          const chosen = next === 'cvd' ? 'cvd' : 'default';
          setPalette(chosen);
          save({ palette: chosen });
        }}
      />
      <Switch
        label="Show exchange time (Chicago)"
        checked={value.exchangeClock}
        onChange={(exchangeClock) => save({ exchangeClock })}
      />
    </div>
  );
}

interface FieldsProps {
  readonly draft: RegistrationDraft;
  readonly email: string;
  readonly problems: Readonly<Partial<Record<keyof RegistrationDraft, string>>>;
  readonly onChange: (change: Partial<RegistrationDraft>) => void;
}

function Fields({ draft, email, problems, onChange }: FieldsProps): ReactNode {
  const field = (name: 'firstName' | 'lastName' | 'company' | 'phone') => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <div className="form-grid">
      <TextField label="First name" required autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last name" required autoComplete="family-name" {...field('lastName')} />
      <TextField label="Email, from your sign-in" value={email} readOnly />
      <TextField label="Phone" autoComplete="tel" {...field('phone')} />
      <TextField label="Company" autoComplete="organization" {...field('company')} />
      <Select
        label="Trading experience"
        value={draft.tradingExperience}
        options={TRADING_EXPERIENCES.map((value) => ({ value, label: EXPERIENCE_WORDS[value] }))}
        onChange={(next) => {
          const chosen = TRADING_EXPERIENCES.find((one) => one === next);
          if (chosen !== undefined) onChange({ tradingExperience: chosen });
        }}
      />
      <Select
        label="Market data status"
        value={draft.marketDataStatus}
        options={MARKET_DATA_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
        onChange={(next) => {
          const chosen = MARKET_DATA_STATUSES.find((one) => one === next);
          if (chosen !== undefined) onChange({ marketDataStatus: chosen });
        }}
      />
    </div>
  );
}

function Form({ user, facts }: { readonly user: CurrentUser; readonly facts: RegistrationFacts }): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(facts));
  const [problems, setProblems] = useState<FieldsProps['problems']>({});
  const register = useRegister();
  const [isSaving, setSaving] = useState(false);
  const email = user.email ?? facts.email ?? '';
  const isChanged = hasChanged(draft, facts);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const checked = toRegistration(draft, email);
    setProblems('problems' in checked ? checked.problems : {});
    if ('problems' in checked) return;
    setSaving(true);
    try {
      await register(checked.form);
      toast({ title: 'Success', text: 'Your profile is saved.' });
    } catch (error) {
      toastError(error);
    }
    setSaving(false);
  };
  return (
    <form className="px-4 py-3.5" aria-label="Profile" onSubmit={(event) => void save(event)}>
      <Fields
        draft={draft}
        email={email}
        problems={problems}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
      <div className="mt-3 flex items-center gap-3">
        <Button type="submit" kind="primary" disabled={!isChanged} busy={isSaving} busyText="Saving...">
          Save
        </Button>
        {isChanged ? null : <span className="text-text-3">Nothing changed</span>}
      </div>
    </form>
  );
}

function AskToRegister({ facts }: { readonly facts: RegistrationFacts }): ReactNode {
  return (
    <div className="px-4 py-3.5">
      <p className="text-text-2">
        {facts.complete
          ? 'The legal texts have changed since you agreed to them. Please read them again before you change your profile.'
          : 'You have not registered yet. It is required before a subscription starts.'}
      </p>
      <ServerLink href={`/register?returnTo=${encodeURIComponent('/settings?tab=account')}`} className="mt-3">
        {facts.complete ? 'Read and agree' : 'Complete your registration'}
      </ServerLink>
    </div>
  );
}

export function ProfileCard({ user }: { readonly user: CurrentUser }): ReactNode {
  const { facts, isLoading } = useRegistration(true);
  return (
    <Card title="Profile">
      {isLoading ? (
        <SkeletonRows rows={4} height={24} />
      ) : facts === undefined ? (
        <ErrorBlock
          title="The profile could not be loaded"
          text="Your saved profile is unchanged."
          onRetry={() => location.reload()}
        />
      ) : facts.complete && agreedToTextsOfToday(facts) ? (
        <Form user={user} facts={facts} />
      ) : (
        <AskToRegister facts={facts} />
      )}
      <Looks />
    </Card>
  );
}
