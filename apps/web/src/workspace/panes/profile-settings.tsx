/** What a profile shows, where its pane has no room for the bar. */
import type { ReactNode } from 'react';
import { MainControls, MoreControls } from '#features/flow/profile/profile-controls.tsx';
import '#features/flow/profile/profile.css';
import { profileChoices } from '#flow-panes/sessions/profile-choices.ts';
import type { PaneSettingsProps } from './pane-props.ts';

export function ProfileSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  const choices = profileChoices(settings);
  return (
    <div className="profile-settings">
      <MainControls choices={choices} onChange={onSettings} />
      <MoreControls choices={choices} onChange={onSettings} />
    </div>
  );
}
