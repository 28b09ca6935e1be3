/** A text with its bold words and links. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCompany } from '#api/site/company.ts';
import { parseInline } from './parse-inline.ts';

function SupportLink({ words }: { readonly words: string }): ReactNode {
  const company = useCompany();
  if (company === undefined) return words;
  return (
    <a className="link" href={`mailto:${company.supportEmail}`}>
      {company.supportEmail}
    </a>
  );
}

export function InlineText({ text }: { readonly text: string }): ReactNode {
  return parseInline(text).map((part, index) => {
    // The parts of a text never change places
    const key = `${index} ${part.text}`;
    if (part.kind === 'plain') return part.text;
    if (part.kind === 'bold') return <b key={key}>{part.text}</b>;
    if (part.href === 'support:') return <SupportLink key={key} words={part.text} />;
    return (
      <Link key={key} className="link" href={part.href}>
        {part.text}
      </Link>
    );
  });
}
