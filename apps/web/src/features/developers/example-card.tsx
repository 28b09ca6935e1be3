/** An example in the language that was chosen for the page. */
import {
  type ApiExampleCode,
  EXAMPLE_LANGUAGES,
  EXAMPLE_ORIGIN,
  type ExampleLanguage,
} from '@undertow/contracts';
import type { ReactNode } from 'react';
import { CodeCard } from './code-card.tsx';

const NAMES: Readonly<Record<ExampleLanguage, string>> = {
  curl: 'curl',
  python: 'Python',
  typescript: 'TypeScript',
};

export interface ExampleCardProps {
  readonly example: ApiExampleCode;
  readonly language: ExampleLanguage;
  readonly onLanguage: (language: ExampleLanguage) => void;
}

export function ExampleCard({ example, language, onLanguage }: ExampleCardProps): ReactNode {
  const languages = EXAMPLE_LANGUAGES.filter((one) => example.code[one] !== undefined);
  const shown = languages.find((one) => one === language) ?? languages[0];
  if (shown === undefined) return null;
  const tabs = (
    <fieldset className="flex gap-4">
      <legend className="sr-only">Language of {example.title}</legend>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          className="dev-language"
          aria-pressed={one === shown}
          onClick={() => onLanguage(one)}
        >
          {NAMES[one]}
        </button>
      ))}
    </fieldset>
  );
  const code = (example.code[shown] ?? '').replaceAll(EXAMPLE_ORIGIN, location.origin);
  return <CodeCard title={tabs} name={`${example.title}, ${NAMES[shown]}`} code={code} />;
}
