/** What the user's tier gives of AI patterns: look-back, patterns an hour, models, and what the next tier would add. */
import { type TierPatternConfig, type TierPatternInfo, UNLIMITED } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useAvailablePatterns, useTierConfig } from '#api/market/patterns.ts';
import { countOf } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { ServerLink } from '#ui/controls/button.tsx';
import { ErrorBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import './patterns.css';

const TONES: Readonly<Record<TierPatternInfo['tier'], Tone>> = {
  free: 'plain',
  basic: 'info',
  pro: 'ok',
  elite: 'number',
};

function Has({ isThere }: { readonly isThere: boolean }): ReactNode {
  return (
    <span className={isThere ? 'text-ok' : 'text-text-3'}>
      <Icon name={isThere ? 'check' : 'close'} size={14} />
      <span className="sr-only">{isThere ? 'included' : 'not included'}</span>
    </span>
  );
}

function Facts({ config }: { readonly config: TierPatternConfig }): ReactNode {
  const { patternLookback, maxPatternsPerHour, predictiveModels, crossInstrumentAnalysis } = config;
  return (
    <dl className="tier-facts">
      <div>
        <dt>Historical lookback</dt>
        <dd>{countOf(patternLookback, 'hour')}</dd>
      </div>
      <div>
        <dt>Patterns per hour</dt>
        <dd>{maxPatternsPerHour === UNLIMITED ? 'Unlimited' : maxPatternsPerHour}</dd>
      </div>
      <div>
        <dt>Predictive models</dt>
        <dd>
          <Has isThere={predictiveModels} />
        </dd>
      </div>
      <div>
        <dt>Cross-instrument analysis</dt>
        <dd>
          <Has isThere={crossInstrumentAnalysis} />
        </dd>
      </div>
    </dl>
  );
}

export function TierCard(): ReactNode {
  const info = useAvailablePatterns();
  const config = useTierConfig();
  const error = info.error ?? config.error;
  if (error !== null) {
    const retry = (): void => {
      void info.refetch();
      void config.refetch();
    };
    return (
      <section className="card" aria-label="Your tier">
        <ErrorBlock title="Your tier could not be loaded" text={readableError(error)} onRetry={retry} />
      </section>
    );
  }
  if (info.data === undefined || config.data === undefined) {
    return (
      <section className="card" aria-label="Your tier">
        <SkeletonRows rows={2} height={18} />
      </section>
    );
  }
  const { tier, upgradeMessage } = info.data;
  return (
    <section className="card tier-card" aria-label="Your tier">
      <Badge tone={TONES[tier]}>{tier.toUpperCase()} TIER</Badge>
      <Facts config={config.data} />
      {upgradeMessage === null ? null : (
        <div className="tier-upgrade">
          <span className="text-text-2">{upgradeMessage}</span>
          <ServerLink href="/subscribe" kind="primary" size="small">
            Upgrade Now
          </ServerLink>
        </div>
      )}
    </section>
  );
}
