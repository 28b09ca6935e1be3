/** The contents of a legal page: sticky at the left, folded on a phone; the section in view is marked. */
import type { LegalSection } from '@undertow/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';

/** Id of the section at the top of the view. */
function useSectionInView(sections: readonly LegalSection[]): string | undefined {
  const [inView, setInView] = useState(sections[0]?.id);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting);
        if (seen !== undefined) setInView(seen.target.id);
      },
      { rootMargin: '0px 0px -70% 0px' },
    );
    for (const { id } of sections) {
      const element = document.getElementById(id);
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [sections]);
  return inView;
}

export function Contents({ sections }: { readonly sections: readonly LegalSection[] }): ReactNode {
  const isPhone = useMedia(PHONE);
  const inView = useSectionInView(sections);
  const list = (
    <nav className="toc" aria-label="Contents">
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} aria-current={id === inView ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
  if (isPhone) {
    return (
      <details className="toc-folded">
        <summary>On this page</summary>
        {list}
      </details>
    );
  }
  return (
    <>
      <p className="cap mb-2">On this page</p>
      {list}
    </>
  );
}
