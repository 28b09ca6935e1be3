/**
 * The layout of a legal document: contents and version at the left, summary first, then the text, then what counsel
 * must check.
 */
import type { LegalDocument, LegalSection, LegalVersion } from '@undertow/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDate } from '#lib/format/times.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { Block } from './block.tsx';

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

/** The contents of a legal page: sticky at the left, folded on a phone; the section in view is marked. */
function Contents({ sections }: { readonly sections: readonly LegalSection[] }): ReactNode {
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

export interface LegalPageProps {
  readonly document: LegalDocument;
  readonly version: Pick<LegalVersion, 'version' | 'effectiveFrom'>;
  /** Versions before it, oldest first; none by default. */
  readonly earlier?: readonly string[];
  /** Above the contents: the way back. */
  readonly back?: ReactNode;
  /** Between title and text, over the whole width. */
  readonly before?: ReactNode;
  /** Below the version: related pages. */
  readonly related?: ReactNode;
}

/** The text comes after the browser looked for the address's section: it is shown now. */
function useSectionOfAddress(): void {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, []);
}

function Version({ version: shown, earlier = [] }: LegalPageProps): ReactNode {
  const { version, effectiveFrom } = shown;
  return (
    <div className="legal-version">
      <p className="cap">Version</p>
      <p>
        {version}, in force from {formatDate(Date.parse(effectiveFrom), 'UTC')}
      </p>
      <p>
        {earlier.length === 0 ? 'This is the first version.' : `Earlier versions: ${earlier.join(', ')}.`}
      </p>
      <button type="button" className="link" onClick={() => window.print()}>
        Print or save as PDF
      </button>
    </div>
  );
}

function CounselNote({ points }: { readonly points: readonly string[] }): ReactNode {
  return (
    <aside className="note mt-10" data-tone="warn" aria-label="Not yet reviewed by counsel">
      <Icon name="warning" size={18} />
      <div>
        <b>Not yet reviewed by counsel.</b> This text was written for the product from a list of facts. Before
        launch the operator must have these points reviewed:
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

export function LegalPage(props: LegalPageProps): ReactNode {
  const { document: text, back, before, related } = props;
  useSectionOfAddress();
  const head = (
    <>
      <h1>{text.title}</h1>
      <p className="legal-lead">{text.lead}</p>
    </>
  );
  return (
    <div className="legal">
      {before === undefined ? null : (
        <div className="legal-before">
          {head}
          {before}
        </div>
      )}
      <aside className="legal-side" aria-label="About this page">
        {back}
        <Contents sections={text.sections} />
        <Version {...props} />
        {related}
      </aside>
      <article className="reading">
        {before === undefined ? head : null}
        <p className="note mt-4" data-tone="info">
          <Icon name="info" size={16} />
          <span>
            <b>In short.</b> {text.summary}
          </span>
        </p>
        {text.sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {blocks.map((block, index) => (
              // Blocks of a text never change places
              <Block key={`${id} ${index.toString()}`} block={block} />
            ))}
          </section>
        ))}
        <CounselNote points={text.counsel} />
      </article>
    </div>
  );
}
