import * as z from 'zod/mini';
import { requiredText } from './required-text.ts';

/** Characters of a whole address (RFC 5321, 4.5.3.1.3, without its brackets). */
const mailAddressLimit = 254;

/** What comes before the @: a dot-string of at most 64 ASCII characters (RFC 5321, 4.1.2). */
const mailbox = /^(?!.{65})[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i;
/** A host name in other scripts is written in its ASCII form, which begins with `xn--`. */
const lastLabel = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59}(?<!-))$/i;

/**
 * Returns whether a text is a mail address. It is the one rule for every form, call, file and setting: ASCII before the @,
 * then a host name of at least two labels. Whether the address takes mail is known only after a mail was sent.
 */
export const isMailAddress = (text: string): boolean => {
  if (text.length > mailAddressLimit) return false;
  const at = text.lastIndexOf('@');
  const labels = text.slice(at + 1).split('.');
  const last = labels.pop() ?? '';
  return (
    at > 0 &&
    mailbox.test(text.slice(0, at)) &&
    labels.length > 0 &&
    labels.every((one) => label.test(one)) &&
    lastLabel.test(last)
  );
};

/**
 * Schema of a mail address that must be given.
 *
 * @param required code of an empty address.
 * @param invalid  code of anything else that is no address.
 */
export const mailAddress = (required: string, invalid: string) =>
  requiredText(mailAddressLimit, required).check(
    z.superRefine((text, context) => {
      if (text !== '' && !isMailAddress(text)) context.addIssue({ code: 'custom', message: invalid });
    }),
  );
