/** Every open-source package of the product with its licence; the text opens below. */
import { type ReactNode, useState } from 'react';
import { type Notice, useNotices } from '#api/site/notices.ts';
import { QueryState } from '#ui/layout/blocks.tsx';

function Package({
  notice,
  text,
}: {
  readonly notice: Notice;
  readonly text: string | undefined;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const head = (
    <>
      <span className="font-medium">{notice.name}</span>
      <span className="text-text-3">{notice.version}</span>
      <span className="grow" />
      <span className="text-text-2">{notice.licence}</span>
    </>
  );
  if (text === undefined) return <li className="notice-head">{head}</li>;
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="notice-head">{head}</summary>
        {/* Hundreds of long texts: each is drawn when it is opened */}
        {open ? <p className="notice-text">{text}</p> : null}
      </details>
    </li>
  );
}

export function NoticeList(): ReactNode {
  const query = useNotices();
  const { data, error } = query;
  if (error !== null || data === undefined)
    return <QueryState query={query} failed="The notices could not be loaded" rows={12} height={20} />;
  return (
    <>
      <p className="mt-2 text-text-2">{data.packages.length} packages. Open one to read its licence.</p>
      <ul className="card notices">
        {data.packages.map((notice) => (
          <Package
            key={`${notice.name}@${notice.version}`}
            notice={notice}
            text={notice.text === null ? undefined : data.texts[notice.text]}
          />
        ))}
      </ul>
    </>
  );
}
