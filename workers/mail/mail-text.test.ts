import { readdirSync, readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { clockKinds } from '#domain/clock/kinds.ts';
import { roles } from '#domain/core/role.ts';
import { foreignEffects } from '#domain/drift/effect.ts';
import { languages } from '#domain/user/settings.ts';
import { changesOfPeople, handedOvers, mailText, wordsIn } from './mail-text.ts';
import { textKinds } from './text-kind.ts';

type Texts = { [key: string]: string | Texts };
const folder = new URL('./texts/', import.meta.url);
const textsOf = (language: string) => {
  const flatten = (texts: Texts, prefix = ''): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
    );
  return new Map(flatten(JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Texts));
};
const holesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const english = textsOf('en');

describe('the texts of mails', () => {
  it('exist for every kind and every role, and for nothing else', () => {
    const wanted = [
      ...['greeting', 'greeting-nameless', 'footer', 'footer-nameless', 'no-roles'],
      ...roles.map((role) => `roles.${role}`),
      ...changesOfPeople.map((what) => `changes.${what}`),
      ...clockKinds.map((kind) => `waiting.${kind}`),
      ...handedOvers.map((what) => `handed-overs.${what}`),
      ...foreignEffects.map((effect) => `added-by-hand.${effect}`),
      ...textKinds.flatMap((kind) => ['subject', 'text', 'button'].map((part) => `${kind}.${part}`)),
    ];
    expect([...english.keys()].sort()).toEqual(wanted.sort());
    expect(readdirSync(folder).sort()).toEqual(languages.map((language) => `${language}.json`).sort());
  });

  it.each(languages.filter((language) => language !== 'en'))('are complete in %s', (language) => {
    const texts = textsOf(language);
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of texts) {
      expect(holesOf(text), key).toEqual(holesOf(english.get(key) ?? ''));
      // Some languages have the English word.
      if (key.startsWith('roles.')) continue;
      expect(text, key).not.toBe(english.get(key));
    }
  });
});

describe('a mail', () => {
  const content = {
    kind: 'key-ends',
    language: 'en',
    name: '<b>Noor</b>',
    parameters: { api: 'Pay & "Go"', day: 'May 3, 2026' },
    link: 'https://portal.example/wall?dock=api/3&x=1',
  } as const;

  it('has the same content as text and as HTML, where texts of people are escaped', () => {
    const { subject, text, html } = mailText(content);
    expect(subject).toBe('A key for Pay & "Go" ends soon');
    expect(text).toContain('Hello <b>Noor</b>,');
    expect(text).toContain('Open the API: https://portal.example/wall?dock=api/3&x=1');
    expect(html).toContain('Hello &lt;b&gt;Noor&lt;/b&gt;,');
    expect(html).toContain('href="https://portal.example/wall?dock=api/3&amp;x=1"');
    expect(html).toContain('Pay &amp; &quot;Go&quot; stop working on May 3, 2026');
    expect(html).toContain('<html lang="en" dir="ltr">');
  });

  it('is written from right to left in Hebrew, where Latin values keep their order', () => {
    const { html, subject } = mailText({ ...content, language: 'he' });
    expect(html).toContain('<html lang="he" dir="rtl">');
    expect(subject).toBe('מפתח ל־\u2068Pay & "Go"\u2069 עומד לפקוע');
  });

  it('has one blank line between its paragraphs as text', () => {
    expect(mailText({ ...content, kind: 'request-denied', parameters: { reason: 'One.\nTwo.' } }).text).toBe(
      [
        ...['Hello <b>Noor</b>,', '', 'Your request for access to the developer portal was denied.', '', 'One.', ''],
        ...['Two.', '', 'Open the portal: https://portal.example/wall?dock=api/3&x=1', '', '-- '],
        ...['Portico sends this mail about your account. Please do not answer it.', ''],
      ].join('\n'),
    );
  });

  it.each(textKinds)('gets no script and no header from a text of a person: %s', (kind) => {
    const hostile = '<script>run()</script><img src=x onerror=run()>"\' onclick=run()\r\nBcc: eve@evil.example\u2028x';
    const holes = english
      .get(`${kind}.subject`)
      ?.concat(english.get(`${kind}.text`) ?? '')
      .matchAll(/\{\{(\w+)\}\}/g);
    const parameters = Object.fromEntries([...(holes ?? [])].map(([, hole]) => [hole, hostile]));
    for (const language of languages) {
      const { subject, html } = mailText({ kind, language, name: hostile, parameters, link: content.link });
      expect(subject).not.toMatch(/[\r\n\u2028]/);
      const page = new Window({ settings: { disableJavaScriptEvaluation: true } }).document;
      page.write(html);
      expect(page.querySelectorAll('script, img, [onerror], [onclick]')).toHaveLength(0);
      expect([...page.querySelectorAll('a')].map(({ href }) => href)).toEqual([content.link]);
      expect(page.querySelector('p')?.textContent).toContain('<script>run()</script>');
    }
  });

  it('names roles and days in the words of the language', () => {
    expect(wordsIn('en').roles(['ROLE_PORTAL_ADMIN', 'ROLE_AUDITOR'])).toBe('Portal admin and Auditor');
    expect(wordsIn('de').roles([])).toBe('keine Rolle');
    expect(wordsIn('fr').day('2026-05-03T12:00:00Z')).toBe('3 mai 2026');
  });
});
