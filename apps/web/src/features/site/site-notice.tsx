/** The notice of the operator above every page; one that only informs can be dismissed permanently. */
import { type ReactNode, useState } from 'react';
import { useSiteState } from '#api/site/site-state.ts';
import { NOTICE_LOOKS } from '#lib/words/notice-looks.ts';
import { Banner } from '#ui/layout/banner.tsx';

const KEPT_AS = 'dismissedNotice';

function keptNotice(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    // Refused storage: dismissed until the page is loaded again
    return null;
  }
}

function keepNotice(id: string): void {
  try {
    localStorage.setItem(KEPT_AS, id);
  } catch {
    // Refused storage: dismissed until the page is loaded again
  }
}

/** The region exists before its text, or a screen reader would not announce it. */
export function SiteNotice(): ReactNode {
  const { data } = useSiteState();
  const [dismissed, setDismissed] = useState(keptNotice);
  const notice = data?.notice ?? null;
  const isShown = notice !== null && !(notice.level === 'info' && notice.id === dismissed);
  const dismiss = (id: string): void => {
    keepNotice(id);
    setDismissed(id);
  };
  const look = notice === null ? null : NOTICE_LOOKS[notice.level];
  return (
    <section className="shrink-0" aria-label="Notice" role="status">
      {isShown && look !== null ? (
        <Banner
          tone={look.tone}
          icon={look.icon}
          isQuiet
          onDismiss={notice.level === 'info' ? () => dismiss(notice.id) : undefined}
        >
          <span className="break-words">{notice.text}</span>
        </Banner>
      ) : null}
    </section>
  );
}
