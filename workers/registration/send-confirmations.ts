import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenBytes } from '#domain/registration/confirmation.ts';
import { defaultSettings, type Language } from '#domain/user/settings.ts';
import {
  dropUnconfirmed,
  hashOf,
  markHandedOver,
  takeForMail,
  type Unconfirmed,
} from '#platform/unconfirmed-requests.ts';
import { addressInUse } from '#projections/address-in-use.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { mailText, wordsIn } from '../mail/mail-text.ts';
import { screens } from '../mail/screens.ts';
import type { MailSettings } from '../mail/services.ts';
import { SmtpError, sendBySmtp } from '../mail/smtp.ts';

type Services = Pick<WorkerServices, 'pool' | 'vault' | 'log' | 'mail'>;
/** The data of a form that its mail needs. */
type Form = Readonly<{ email: string; language?: Language }>;

/** Milliseconds between two checks for requests. */
const look = 1_000;

const isKnown = async ({ pool }: Services, email: string): Promise<boolean> => {
  const { rowCount } = await pool.query(addressInUse, [email.toLowerCase(), null, true]);
  return rowCount !== 0;
};

/**
 * Sends the mail of one request: the link, or that the address is known already. Only the reader of the mailbox learns
 * which. The mail contains no text of the form, because anybody can fill it in.
 */
const send = async (services: Services, mail: MailSettings, request: Unconfirmed, token: string): Promise<void> => {
  const { pool, log } = services;
  const { id, endsAt } = request;
  const { email, language = defaultSettings.language } = JSON.parse(request.form) as Form;
  const known = await isKnown(services, email);
  const day = wordsIn(language).day(endsAt.toISOString());
  const content = known
    ? { kind: 'address-known' as const, parameters: {}, path: screens.landing }
    : { kind: 'confirm-address' as const, parameters: { day }, path: screens.confirm(token) };
  const { kind, parameters, path } = content;
  const link = new URL(path, mail.publicUrl).href;
  const message = { id, to: email, ...mailText({ kind, language, name: '', parameters, link }) };
  try {
    await sendBySmtp(mail.smtpUrl, mail.from, message, () => markHandedOver(pool, id, true));
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    log.warn({ code: error.problem.code }, 'a mail that asks for a confirmation was not taken');
    // The mail may have arrived. Another one would make its link invalid.
    if (error.failure === 'in doubt') return;
    if (error.failure === 'for good') await dropUnconfirmed(pool, id);
    else await markHandedOver(pool, id, false);
    return;
  }
  if (known) await dropUnconfirmed(pool, id);
};

/** Sends the mail that is due next. @returns whether there was one. */
export const sendNextConfirmation = async (services: Services): Promise<boolean> => {
  const { mail, pool, vault } = services;
  if (!mail) return false;
  const token = randomBytes(tokenBytes).toString('base64url');
  const request = await takeForMail(pool, vault, hashOf(token));
  if (request) await send(services, mail, request, token);
  return request !== undefined;
};

/**
 * Sends the mails that ask strangers to confirm their address, one after another. They are no operations: strangers would
 * fill the log with them. Ends when the signal aborts.
 */
export const runConfirmations = async (services: Services, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const sent = await sendNextConfirmation(services).catch((error: unknown) => {
      services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'confirmations failed');
      return false;
    });
    if (!sent) await pause(look, undefined, { signal }).catch(() => undefined);
  }
};
