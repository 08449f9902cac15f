import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import { createInstance } from 'i18next';
import type { ClockKind } from '#domain/clock/kinds.ts';
import type { Role } from '#domain/core/role.ts';
import type { ForeignEffect } from '#domain/drift/effect.ts';
import { type Language, languages } from '#domain/user/settings.ts';
import type { TextKind } from './text-kind.ts';

const textsOf = (language: Language) =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8')) as object;

// The templates escape for HTML, so the texts themselves must not be escaped.
const i18n = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  lowerCaseLng: true,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(languages.map((language) => [language, { translation: textsOf(language) }])),
});
await i18n.init();

const templates = { html: new Eta({ autoEscape: true }), text: new Eta({ autoEscape: false, autoTrim: false }) };
const templateOf = (name: 'html' | 'text') =>
  readFileSync(new URL(`./templates/mail.${name}.eta`, import.meta.url), 'utf8');
const sources = { html: templateOf('html'), text: templateOf('text') };

/** What a second person approves about people. */
export const changesOfPeople = ['administrator', 'enabled', 'erasure', 'people-rule'] as const;
type ChangeOfPeople = (typeof changesOfPeople)[number];

/** What somebody gets of the desk. */
export const handedOvers = ['operation', 'cause'] as const;
type HandedOver = (typeof handedOvers)[number];

/** Values in the words of a language. */
export type MailWords = Readonly<{
  roles: (roles: readonly Role[]) => string;
  day: (moment: string) => string;
  change: (what: ChangeOfPeople, name: string) => string;
  /** What was handed over: an operation by what it is about, or a cause by where it is. */
  handedOver: (what: HandedOver, about: string) => string;
  /** What somebody added at a gateway, and what it does. */
  added: (effect: ForeignEffect, values: Readonly<{ path: string; name: string; key: string }>) => string;
  /** What waits for a decision. */
  waiting: (kind: ClockKind, values: Readonly<{ about: string; organization: string; day: string }>) => string;
}>;

export const wordsIn = (language: Language): MailWords => {
  const t = i18n.getFixedT(language);
  return {
    roles: (roles) => new Intl.ListFormat(language).format(roles.map((role) => t(`roles.${role}`))) || t('no-roles'),
    change: (what, name) => t(`changes.${what}`, { name }),
    handedOver: (what, about) => t(`handed-overs.${what}`, { about }),
    added: (effect, values) => t(`added-by-hand.${effect}`, values),
    waiting: (kind, values) => t(`waiting.${kind}`, values),
    day: (moment) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment)),
  };
};

/**
 * The content of a mail.
 *
 * @property name       the first name of the reader; '' for somebody whose name the portal does not know.
 * @property parameters the values in the texts of this kind.
 * @property link       the address of the exact screen.
 */
export type MailContent = Readonly<{
  kind: TextKind;
  language: Language;
  name: string;
  parameters: Readonly<Record<string, string>>;
  link: string;
}>;

/**
 * Isolates values in a text from right to left, each of their lines, so that a Latin name does not change the order of the
 * sentence. A mail program that guesses the direction of a line looks past them.
 */
const isolated = (parameters: MailContent['parameters']): MailContent['parameters'] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, value.replace(/[^\r\n]+/g, '\u2068$&\u2069')]),
  );

/** Puts a text on one line, as a header needs it. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Returns a mail's subject, its text and its HTML, which shows in light and dark mail programs alike. */
export const mailText = ({ kind, language, name, parameters, link }: MailContent) => {
  const t = i18n.getFixedT(language);
  const direction = language === 'he' ? 'rtl' : 'ltr';
  const values = direction === 'rtl' ? isolated(parameters) : parameters;
  const facts = {
    language,
    direction,
    subject: oneLine(t(`${kind}.subject`, values)),
    greeting: name === '' ? t('greeting-nameless') : oneLine(t('greeting', { name })),
    // Without a value its sentence is left out, as for a denial without a reason.
    paragraphs: t(`${kind}.text`, values).split('\n').map(oneLine).filter(Boolean),
    button: t(`${kind}.button`),
    link,
    footer: t(name === '' ? 'footer-nameless' : 'footer'),
  };
  return {
    subject: facts.subject,
    text: templates.text.renderString(sources.text, facts),
    html: templates.html.renderString(sources.html, facts),
  };
};
