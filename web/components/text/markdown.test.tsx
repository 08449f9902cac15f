import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

/** Removes the class names, so that tests show only what matters. */
const shown = (text: string) => renderToStaticMarkup(<Markdown text={text} />).replace(/ class="[^"]*"/g, '');
const inBlock = (html: string) => `<div dir="auto">${html}</div>`;

it.each([
  ['Takes **money** & _more_.', '<p>Takes <strong>money</strong> &amp; <em>more</em>.</p>'],
  ['# Title\n\n- one\n- two', '<p>Title</p><ul><li>one</li><li>two</li></ul>'],
  ['`a < b`', '<p><code dir="ltr">a &lt; b</code></p>'],
  [
    '| a |\n|---|\n| 1 |',
    '<div><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div>',
  ],
  ['&lt;b&gt; &euro;5', '<p>&lt;b&gt; €5</p>'],
  [
    '[ours](https://a.example/?a=1&b=2)',
    '<p><a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noreferrer noopener">ours</a></p>',
  ],
])('%j shows %s', (text, html) => {
  expect(shown(text)).toBe(inBlock(html));
});

it.each([
  ['<p>Hello <b>you</b></p>\n<p>there</p>', inBlock('<span>Hello you\nthere</span>')],
  ['a <b onclick="alert(1)">bold</b> word', inBlock('<p>a bold word</p>')],
  ['<script>alert(1)</script>', inBlock('')],
  ['<img src=x onerror=alert(1)>', inBlock('')],
  ['![logo](https://tracker.example/pixel.png)', inBlock('<p>logo</p>')],
  ['[go](javascript:alert(1))', inBlock('<p>go</p>')],
  ['[go](/settings)', inBlock('<p>go</p>')],
  ['[go](data:text/html,x)', inBlock('<p>go</p>')],
])('%j runs nothing, fetches nothing and has no link into the portal', (text, html) => {
  expect(shown(text)).toBe(html);
});
