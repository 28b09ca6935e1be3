/** One block of a legal text: paragraph, list, note, table, steps or the operator's identity. */
import type { LegalBlock } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCompany } from '#api/site/company.ts';
import { companyRows } from '#lib/words/company-words.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Icon } from '#ui/marks/icon.tsx';
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

/** A text with its bold words and links. */
function InlineText({ text }: { readonly text: string }): ReactNode {
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

type TableBlock = Extract<LegalBlock, { kind: 'table' }>;

/** Cells longer than this are sentences: a table of them would be columns of single words. */
const SENTENCE = 60;

function Table({ block: { head, rows } }: { readonly block: TableBlock }): ReactNode {
  return (
    <div className="legal-table">
      <table className="table">
        <TableHead columns={head} />
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, column) => (
                <td key={head[column]} data-label={head[column]}>
                  <InlineText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same facts one below the other: the first cell is the title. */
function Records({ block: { head, rows } }: { readonly block: TableBlock }): ReactNode {
  return (
    <ul className="legal-records">
      {rows.map(([title = '', ...cells]) => (
        <li key={title}>
          <h3>{title}</h3>
          <dl>
            {cells.map((cell, index) => (
              <div key={head[index + 1]}>
                <dt>{head[index + 1]}</dt>
                <dd>
                  <InlineText text={cell} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Operator(): ReactNode {
  const company = useCompany();
  return (
    <dl className="legal-operator">
      {companyRows(company).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ block }: { readonly block: Extract<LegalBlock, { kind: 'steps' }> }): ReactNode {
  return (
    <ol className="legal-steps">
      {block.steps.map(({ at, text }) => (
        <li key={at}>
          <b>{at}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

export function Block({ block }: { readonly block: LegalBlock }): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <InlineText text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <InlineText text={item} />
            </li>
          ))}
        </ul>
      );
    case 'note':
      return (
        <p className="note t-14 my-3" data-tone={block.tone}>
          <Icon name={block.tone === 'warn' ? 'warning' : 'info'} size={18} />
          <span>
            <InlineText text={block.text} />
          </span>
        </p>
      );
    case 'table':
      return block.rows.flat().some((cell) => cell.length > SENTENCE) ? (
        <Records block={block} />
      ) : (
        <Table block={block} />
      );
    case 'steps':
      return <Steps block={block} />;
    case 'operator':
      return <Operator />;
  }
}
