import { togetherKindOf } from '#domain/mail/choices.ts';
import { mailDecider } from '#domain/mail/decider.ts';
import type { MailRequest } from '#domain/mail/mail.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError, UnreachableError } from '../engine/run.ts';
import { digestFacts, togetherFacts } from './digest.ts';
import { factsOf } from './mail-facts.ts';
import { mailText, wordsIn } from './mail-text.ts';
import { findRecipient } from './recipient.ts';
import { type Message, SmtpError, sendBySmtp } from './smtp.ts';

/** @throws PermanentError when there is nobody to write to, or nothing to write about. */
const messageOf = async (run: Run, { kind, recipient, cause }: MailRequest, publicUrl: string): Promise<Message> => {
  const { services, operationId } = run;
  const { store } = services;
  const reader = await findRecipient(store, recipient);
  if (!reader) throw new PermanentError({ code: 'mail.no-recipient' });
  const event = (await store.read(cause.stream)).find(({ version }) => version === cause.version);
  const { name, email, language } = reader;
  const readerId = recipient.id;
  const facts =
    kind === 'digest'
      ? await digestFacts(run, language, readerId)
      : togetherKindOf(kind)
        ? await togetherFacts(run, language, readerId)
        : event && (await factsOf(kind, event, { words: wordsIn(language), database: services.pool, readerId }));
  if (!facts) throw new PermanentError({ code: 'mail.no-cause' });
  const link = new URL(facts.path, publicUrl).href;
  const { parameters, text = kind } = facts;
  return { id: operationId, to: email, ...mailText({ kind: text, language, name, parameters, link }) };
};

/**
 * Sends a mail by SMTP. Nobody gets it twice: the hand-over is recorded before the mail's end is sent, and when the mail
 * server then says nothing, or the worker dies, the operation fails as "in doubt". Support may replay it.
 */
export const sendMail: Handler = {
  run: async (run) => {
    const { services, operationId } = run;
    const { mail } = services;
    if (!mail) throw new UnreachableError({ code: 'mail.no-server' });
    const state = await loadState(services.store, mailDecider, operationId);
    if (state.status === 'none') throw new SupersededError();
    if (state.status === 'accepted') return;
    const { replay } = await loadState(services.store, operationDecider, operationId);
    if (state.status === 'handed-over' && state.replay >= replay) throw new PermanentError({ code: 'mail.in-doubt' });
    const message = await messageOf(run, state.request, mail.publicUrl);
    try {
      await sendBySmtp(mail.smtpUrl, mail.from, message, async () => {
        await run.decide(mailDecider, operationId, { type: 'HandOverMail', data: { operationId, replay } });
      });
    } catch (error) {
      if (!(error instanceof SmtpError)) throw error;
      if (error.failure === 'in doubt') throw new PermanentError(error.problem);
      await run.decide(mailDecider, operationId, { type: 'RefuseMail', data: { operationId } });
      if (error.failure === 'for good') throw new PermanentError(error.problem);
      throw new UnreachableError(error.problem);
    }
    crashPoint('send-mail.accepted');
    await run.decide(mailDecider, operationId, { type: 'AcceptMail', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
};
