/** A search field that submits once typing pauses, and follows when the query changes elsewhere. */
import { type ReactNode, useEffect, useState } from 'react';
import { TextField } from './text-field.tsx';

const SEARCH_AFTER_MS = 300;

export interface SearchFieldProps {
  /** What is searched for now: of the page's address, which a link, the browser's own back or Clear may change. */
  readonly value: string;
  readonly placeholder: string;
  readonly onSearch: (text: string) => void;
}

export function SearchField({ value, placeholder, onSearch }: SearchFieldProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    const requested = text.trim();
    if (requested === value.trim()) return;
    const timer = setTimeout(() => onSearch(requested), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextField
      label="Search"
      type="search"
      maxLength={80}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
