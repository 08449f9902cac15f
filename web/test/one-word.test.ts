import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { roles } from '#domain/core/role.ts';
import { roleWords } from '../features/user/shared/role-words.ts';
import { webFolder } from './source-files.ts';
import { folders, textsOf } from './texts.ts';

const mailsIn = (language: string): { roles: Record<string, string> } =>
  JSON.parse(readFileSync(path.join(webFolder, '../workers/mail/texts', `${language}.json`), 'utf8'));

describe.each(folders)('one word for one thing (%s)', (language) => {
  const texts = textsOf(language);

  it('each role has one word, on every screen and in mails', () => {
    for (const role of roles) expect(mailsIn(language).roles[role]).toBe(texts.get(roleWords[role]));
    const word = (key: string) => texts.get(key)?.toLowerCase();
    expect(word('registrations.company-admin')).toBe(word(roleWords.ROLE_COMPANY_ADMIN));
    expect(word('registrations.company-user')).toBe(word(roleWords.ROLE_COMPANY_USER));
  });

  it('the button to log in has one word, also in the steps that name it', () => {
    const button = texts.get('shell.log-in') ?? '';
    expect(texts.get('public.log-in')).toBe(button);
    expect(texts.get('session.log-in')).toBe(button);
    expect(texts.get('account.password-step-2')).toContain(button);
  });
});

it('people log in and out, and never sign in or out', () => {
  const all = [...textsOf('en').values(), JSON.stringify(mailsIn('en'))];
  expect(all.filter((text) => /\bsign(?:ed|s|ing)?[ -](?:in|out)\b/i.test(text))).toEqual([]);
});
