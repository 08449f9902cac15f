import { useTranslation } from 'react-i18next';
import type { HistoryValue } from '#domain/core/changes.ts';
import { endOfDay } from '#domain/core/last-day.ts';
import type { Role } from '#domain/core/role.ts';
import { type MailTopic, mailTimes } from '#domain/mail/choices.ts';
import { themes } from '#domain/user/settings.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { allLocales } from '../../../i18n/locales.ts';
import { labelOf, useValueText } from '../../history/shared/field-words.ts';
import { profileTexts } from '../../organization/shared/profile-texts.ts';
import { roleWords } from '../../user/shared/role-words.ts';

/** The words that forms have for fields of things other than APIs, deployments and keys. */
export const labels = {
  external: 'organizations.type',
  contact: 'organizations.contact',
  ...profileTexts,
  attributes: 'organizations.attributes',
  organizationAttr: 'event-topics.attributes',
  subscribed: 'event-topics.subscribed',
  partitions: 'event-topics.partitions',
  replication: 'event-topics.replication',
  config: 'event-topics.config',
  type: 'event-categories.type',
  events: 'event-categories.events',
  changed: 'event-categories.changed-events',
  lastDay: 'event-categories.last-day',
  isPublic: 'resources.public',
  organizations: 'resources.organizations',
  properties: 'resources.properties',
  secret: 'resources.secret',
  certificates: 'resources.certificates',
  user: 'event-subscriptions.user',
  roles: 'audit.roles',
  organization: 'audit.organization',
  environment: 'audit.environment',
  revision: 'audit.revision',
  until: 'review.last-day',
  endsAt: 'review.last-day',
  holder: 'audit.desk-holder',
  note: 'audit.desk-note',
  mutedUntil: 'audit.desk-muted-until',
  muteReason: 'audit.desk-mute-reason',
  firstname: 'organizations.firstname',
  lastname: 'organizations.lastname',
  email: 'organizations.email',
  language: 'settings.language',
  theme: 'settings.theme',
  autoNightMode: 'settings.auto-night-mode',
  stickyHeader: 'settings.sticky-header',
  pageAnimations: 'settings.page-animations',
  elementsAnimations: 'settings.elements-animations',
} as const;

/** What is said instead of `true` and `false`. */
const switches = {
  external: ['organizations.internal', 'organizations.external'],
  isPublic: ['resources.private', 'resources.public'],
} as const;

/** Choices of mails. */
const mailTopics = ['toDecide', 'decided', 'maintained', 'handedOver'] as const satisfies readonly MailTopic[];

const isOneOf = <Value extends string>(values: readonly Value[], value: HistoryValue): value is Value =>
  (values as readonly HistoryValue[]).includes(value);

/** Returns whether a field is a choice of mails. */
export const isMailTopic = (field: string): field is MailTopic => isOneOf(mailTopics, field);

/** Fields that are a day or a time. */
const times = new Set(['until', 'endsAt', 'lastDay', 'mutedUntil', 'expiresAt', 'since', 'dueAt']);

/** Returns when something is. Access ends with a day of UTC, the old credentials of a key at any time. */
const timeText = (format: ReturnType<typeof useFormat>, value: string): string => {
  const day = value.slice(0, 10);
  if (Number.isNaN(Date.parse(value))) return value;
  return value === day || value === endOfDay(day) ? format.day(day) : format.dateTime(value);
};

/**
 * Returns the words of an entry's fields, as forms have them.
 *
 * @property label  returns the field's name itself where nothing has words for it.
 * @property detail writes what an event tells beside what changed. Numbers are mostly those of things, so nothing stands between their digits.
 */
export const useFieldWords = () => {
  const t = useLazyTexts(
    'audit',
    'history',
    'organizations',
    'event-topics',
    'event-categories',
    'event-subscriptions',
    'resources',
    'review',
    'mails',
  );
  const { t: words } = useTranslation();
  const format = useFormat();
  const textOf = useValueText();
  // Fields come from the server, so the type can't check the key. A test goes over all of them.
  const translate = t as unknown as (key: string, options: Record<string, unknown>) => string;
  const wordsOf = (field: string, value: HistoryValue): string => {
    if (Object.hasOwn(switches, field) && (value === 'true' || value === 'false'))
      return t(switches[field as keyof typeof switches][Number(value === 'true') as 0 | 1]);
    if (field === 'roles' && Array.isArray(value))
      return format.list(value.map((role) => (Object.hasOwn(roleWords, role) ? words(roleWords[role as Role]) : role)));
    if (times.has(field) && typeof value === 'string') return timeText(format, value);
    if (field === 'language') return allLocales.find(({ code }) => code === value)?.name ?? textOf(field, value);
    if (field === 'theme' && isOneOf(themes, value)) return words(`shell.theme-${value}`);
    if (isMailTopic(field) && isOneOf(mailTimes, value)) return t(`mails.time.${value}`);
    return textOf(field, value);
  };
  return {
    label: (field: string): string => {
      if (isMailTopic(field)) return t(`mails.topic.${field}`);
      if (Object.hasOwn(labels, field)) return t(labels[field as keyof typeof labels]);
      const found = labelOf(t, field);
      return found === field ? translate(`audit.detail.${field}`, { defaultValue: field }) : found;
    },
    value: wordsOf,
    detail: (name: string, value: string | number): string => {
      if (name === 'first' || name === 'removed') return t(value === 1 ? 'audit.yes' : 'audit.no');
      return typeof value === 'string' ? wordsOf(name, value) : String(value);
    },
  };
};
