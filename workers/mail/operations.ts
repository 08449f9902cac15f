import type { mailOperations } from '#domain/mail/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { sendMail } from './send-mail.ts';

/** At most two are sent at a time, so that a slow mail server delays nothing else. */
export const mailWork = {
  'send-mail': { handler: sendMail, lease: ({ id }) => `mail-${Number.parseInt(id.slice(-1), 16) % 2}` },
} satisfies WorkOf<keyof typeof mailOperations>;
