import type { TFunction } from 'i18next';
import { readMailSubject } from '#domain/mail/subject.ts';
import type { OperationRow } from '#domain/operation/schema.ts';

/** Returns what an operation is about: a path or a name, and in words which mail to whom. */
export const subjectText = (t: TFunction, { kind, subject }: Pick<OperationRow, 'kind' | 'subject'>): string => {
  const mail = kind === 'send-mail' ? readMailSubject(subject) : undefined;
  if (!mail) return subject;
  const { noun, id } = mail.recipient;
  return t(`operations.mail-to.${noun}`, { mail: t(`operations.mail.${mail.kind}`), id });
};
