import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import { printPage, printRow } from './print-page.ts';

it('is a table whose cells are text, whatever is in them', () => {
  const hostile = `<script>run()</script>"'&\r\n<img src=x onerror=run()>`;
  const [head, tail] = printPage('Audit & more', ['Time', hostile]);
  const page = new Window({ settings: { disableJavaScriptEvaluation: true } }).document;
  page.write(head + printRow(['2026-03-04', hostile]) + printRow(['שלום', '你好']) + tail);
  expect(page.querySelectorAll('script, img, [onerror]')).toHaveLength(0);
  expect(page.title).toBe('Audit & more');
  expect(
    [...page.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['2026-03-04', hostile],
    ['שלום', '你好'],
  ]);
  expect(page.querySelector('tbody td')?.getAttribute('dir')).toBe('auto');
});
