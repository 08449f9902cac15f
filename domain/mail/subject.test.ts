import { expect, it } from 'vitest';
import { mailKinds, mailSubjectOf, readMailSubject, recipientNouns } from './subject.ts';

it.each(mailKinds)('the subject of a mail can be read again: %s', (kind) => {
  for (const noun of recipientNouns) {
    const mail = { kind, recipient: { noun, id: 12 } };
    expect(readMailSubject(mailSubjectOf(mail))).toEqual(mail);
  }
});

it.each(['', 'news/user-12', 'disabled/team-12', 'disabled/user-', '/orders/v1'])('"%s" is no subject', (subject) => {
  expect(readMailSubject(subject)).toBeUndefined();
});
