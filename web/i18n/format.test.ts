import { expect, it } from 'vitest';
import { formatterOf, gatewayDate } from './format.ts';
import { allLocales } from './locales.ts';

const english = formatterOf('en');

it('shows a date of the gateway as YYYY-MM-DD', () => {
  expect(gatewayDate(new Date(2026, 2, 9, 12).toISOString())).toBe('2026-03-09');
});

it('shows the time of a gateway call as MMM DD, YYYY hh:mm:ss', () => {
  expect(english.requestTime(new Date(2026, 2, 9, 13, 4, 5))).toBe('Mar 09, 2026 13:04:05');
  expect(english.requestTime(new Date(2026, 10, 21, 0, 0, 0))).toBe('Nov 21, 2026 00:00:00');
});

it('shows a day in the order of the language, and dashes for none', () => {
  const days = ['en', 'de', 'he', 'zh-CN'].map((language) => formatterOf(language).day('2026-03-09'));
  expect(days).toEqual(['03/09/2026', '09.03.2026', '09.03.2026', '2026/03/09']);
  expect(['en', 'de'].map((language) => formatterOf(language).day(''))).toEqual(['--/--/----', '--.--.----']);
  // A year of five digits is no time of ISO 8601.
  expect(english.day('12026-03-09')).toBe('12026-03-09');
});

it('counts back in the largest unit that fits', () => {
  const now = Date.parse('2026-03-09T12:00:00Z');
  const before = (seconds: number) => english.relative(now - seconds * 1000, now);
  expect([5, 65, 7_300, 90_000].map(before)).toEqual(['now', '1 minute ago', '2 hours ago', 'yesterday']);
});

it('writes one and two in Hebrew as people say them, without a digit in brackets', () => {
  const now = Date.parse('2026-03-09T12:00:00Z');
  const before = (seconds: number) => formatterOf('he').relative(now - seconds * 1000, now);
  expect([65, 3_700, 7_300, 10_900].map(before)).toEqual(['לפני דקה', 'לפני שעה', 'לפני שעתיים', 'לפני 3 שעות']);
});

it('writes the size of a file in words that fit the number', () => {
  expect([1, 418, 2_253, 3_355_443].map(english.bytes)).toEqual(['1 byte', '418 bytes', '2.2 kB', '3.2 MB']);
});

/** Replaces no-break and narrow spaces by plain ones, because they differ between versions of the language data. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it('writes numbers and dates in the way of each language', () => {
  const moment = new Date(2026, 2, 9, 13, 4, 5);
  const shown = Object.fromEntries(
    allLocales.map(({ code }) => {
      const format = formatterOf(code);
      return [code, [plain(format.number(1_234_567.5)), plain(format.date(moment)), plain(format.percent(0.476))]];
    }),
  );
  expect(shown).toEqual({
    en: ['1,234,567.5', 'Mar 9, 2026', '47.6%'],
    de: ['1.234.567,5', '09.03.2026', '47,6 %'],
    sk: ['1 234 567,5', '9. 3. 2026', '47,6 %'],
    fr: ['1 234 567,5', '9 mars 2026', '47,6 %'],
    es: ['1.234.567,5', '9 mar 2026', '47,6 %'],
    'pt-br': ['1.234.567,5', '9 de mar. de 2026', '47,6%'],
    'zh-cn': ['1,234,567.5', '2026年3月9日', '47.6%'],
    he: ['1,234,567.5', '9 במרץ 2026', '47.6%'],
  });
});

it('writes the time of the access report as each language does', () => {
  const at = new Date(2026, 10, 21, 13, 4, 5);
  for (const { code } of allLocales) {
    const shown = formatterOf(code).requestTime(at);
    expect(shown).toContain('13:04:05');
    expect(shown).not.toContain(formatterOf(code).zone(at));
  }
  expect(formatterOf('de').requestTime(at)).toBe('21.11.2026, 13:04:05');
});

it('names the zone of every full time, of what is due, and of columns, in each language', () => {
  const at = new Date(2026, 10, 21, 13, 4, 5);
  for (const { code } of allLocales) {
    const format = formatterOf(code);
    expect(format.zone(at), code).not.toBe('');
    expect(format.dateTime(at), code).toContain(format.zone(at));
    expect(format.dueTime(at), code).toContain(format.zone(at));
  }
});

it('counts hours as each language does: with AM and PM in English, to 23 elsewhere', () => {
  const at = new Date(2026, 10, 21, 13, 4, 5);
  const shown = allLocales.map(({ code }) => [code, plain(formatterOf(code).time(at))]);
  expect(Object.fromEntries(shown)).toMatchObject({
    en: '1:04:05 PM',
    de: '13:04:05',
    he: '13:04:05',
    'zh-cn': '13:04:05',
  });
});

it('knows every language by its code', () => {
  const months = allLocales.map(
    ({ code }) =>
      formatterOf(code)
        .requestTime(new Date(2026, 4, 9))
        .split(' ')[0],
  );
  expect(months).toHaveLength(8);
  expect(new Set(months).size).toBeGreaterThan(4);
});

it('names the step of a chart: days as they are counted, and minutes where a step of hours has some', () => {
  const step = (at: Date, seconds: number) => plain(english.step(at, seconds));
  expect(step(new Date('2026-03-09T00:00:00Z'), 86_400)).toBe('Mar 9');
  expect(step(new Date(2026, 2, 9, 6), 21_600)).toBe('Mar 9, 06 AM');
  // Steps of six hours begin at 05:30 in India.
  expect(step(new Date(2026, 2, 9, 5, 30), 21_600)).toBe('Mar 9, 05:30 AM');
  expect(step(new Date(2026, 2, 9, 5, 30), 3_600)).toBe('05:30 AM');
});
