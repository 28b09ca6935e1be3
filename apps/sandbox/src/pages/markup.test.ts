/** Text never becomes HTML; only markup does. */
import { expect, test } from 'vitest';
import { markup } from './markup.ts';

test('text is escaped, in content and in attributes', () => {
  const hostile = `"><script>alert('x')</script>&`;
  const { html } = markup`<a title="${hostile}">${hostile}</a>`;
  expect(html).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
  );
});

test('markup inside markup is not escaped again, a list is joined, null renders as nothing', () => {
  const rows = ['<', 2].map((value) => markup`<li>${value}</li>`);
  expect(markup`<ul>${rows}</ul>${null}`.html).toBe('<ul><li>&lt;</li><li>2</li></ul>');
});
