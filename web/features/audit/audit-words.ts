import type { TFunction } from 'i18next';
import type { AuditNoun } from '#domain/audit/nouns.ts';
import type { AuditRow } from '#domain/audit/schema.ts';

/** Returns what an entry's thing is, or the noun itself if this build does not know it. */
export const nounText = (t: TFunction, noun: string): string =>
  t(`audit.noun.${noun as AuditNoun}`, { defaultValue: noun });

/** Returns what a thing is called, or its number. Empty for what has neither: a sign-in. */
export const thingText = (
  t: TFunction,
  { name, thing, subject }: Pick<AuditRow, 'name' | 'thing' | 'subject'>,
): string => name || subject || (/^\d+$/.test(thing) ? t('audit.number', { id: thing }) : '');
