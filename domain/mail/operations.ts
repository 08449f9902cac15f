import { about, type OperationsOf } from '../core/operation-kind.ts';
import type { MailEvent } from './mail.ts';
import { mailSubjectOf } from './subject.ts';

export const mailOperations = {
  'send-mail': {
    requestedBy: 'MailRequested',
    cancellable: true,
    about: ({ operationId }) => about('mail', operationId),
    title: mailSubjectOf,
    quiet: true,
  },
} as const satisfies OperationsOf<MailEvent>;
