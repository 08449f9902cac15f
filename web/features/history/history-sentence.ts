import type { TFunction } from 'i18next';
import { lastDayOf } from '#domain/core/last-day.ts';
import { foreignKinds } from '#domain/drift/drift.ts';
import { effectOf } from '#domain/drift/effect.ts';
import type { HistoryRow } from '#domain/history/schema.ts';
import type { useFormat } from '../../i18n/format.ts';
import { leftToRight } from '../../i18n/left-to-right.ts';

type Entry = Pick<HistoryRow, 'type' | 'subject' | 'values'>;

/** Returns the key of a sentence about somebody else's object at the gateway. Undefined: the event is about something else. */
const ofForeign = ({ type, values: { object, name, key } }: Pick<Entry, 'type' | 'values'>) => {
  const kind = foreignKinds.find((each) => each === object);
  const effect = kind && effectOf(kind, String(name ?? ''), key !== undefined);
  if (effect && type === 'ForeignObjectFound') return `foreign-objects.came-${effect}` as const;
  return effect && type === 'ForeignObjectGone' ? (`foreign-objects.went-${effect}` as const) : undefined;
};

/** Returns the key of a sentence in `history.what`. Some events have two sentences. */
export const sentenceKeyOf = ({ type, values }: Pick<Entry, 'type' | 'values'>) => {
  if (type === 'ApiSpecChanged' && values.restores !== undefined) return 'ApiSpecRestored';
  if (type === 'DeploymentRequested' && values.gateway !== undefined) return 'DeploymentMoved';
  if (type === 'DeploymentRequested' && values.first === 1) return 'DeploymentFirst';
  if (type === 'ConsumerRequested' && values.copyOf !== undefined) return 'ConsumerCopied';
  if (type === 'PreviousCredentialsEnded' && values.reason === 'early') return 'PreviousCredentialsEndedEarly';
  if ((type === 'ApiAccessApproved' || type === 'ApiAccessGranted') && values.until !== undefined)
    return 'ApiAccessUntil';
  if (type === 'ApiAccessEndChanged' && values.until === undefined) return 'ApiAccessWithoutEnd';
  if (type === 'ConsumerRemovalRequested' && values.until !== undefined) return 'ConsumerEnded';
  if (type === 'MoveEndPlanned' && values.until !== undefined) return 'MoveEndPlannedDay';
  if (type === 'MoveEndPlanned' && values.days !== undefined) return 'MoveEndPlannedQuiet';
  if (type === 'DifferenceReapplyRequested' && values.removed === 1) return 'DifferenceRemovalRequested';
  if (type === 'ApiAccessRevoked' && values.until !== undefined) return 'ApiAccessEnded';
  return type;
};

/** Returns a sentence that says what happened. `t` is the one of the history's lazy texts. */
export const historySentence = (t: TFunction, format: ReturnType<typeof useFormat>, entry: Entry): string => {
  const { values, subject } = entry;
  const until = typeof values.until === 'string' ? values.until : undefined;
  return t(ofForeign(entry) ?? `history.what.${sentenceKeyOf(entry)}`, {
    ...values,
    ...(typeof values.days === 'number' && { count: values.days }),
    path: leftToRight(`/${subject}`),
    code: subject,
    key: values.nickname || (values.key === undefined ? '–' : t('history.key-number', { id: values.key })),
    until: until ? format.dateTime(until) : '',
    // The last day of access in UTC, as lists and mails have it.
    day: until ? format.day(lastDayOf(new Date(until))) : '',
  });
};
