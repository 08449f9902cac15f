import * as z from 'zod/mini';

/** Hours after which a link that was not used is over, and the request is deleted: long enough for a weekend. */
export const confirmationHours = 72;

/** Bytes of the link's token. Nobody can guess it. */
export const tokenBytes = 32;

/** The screen with the button. The token is its fragment, which browsers send to no server. */
export const confirmationPath = '/confirm-registration';

/** The token of a link, as base64url. */
const token = z
  .string()
  .check(
    z.maxLength(43, { abort: true, error: 'registration.link-over' }),
    z.regex(/^[\w-]{43}$/, 'registration.link-over'),
  );

/** `POST /api/confirm-access-request`. */
export const confirmRegistrationBody = z.strictObject({ token });

/**
 * Returns the mailbox that an address most likely belongs to: providers deliver `nora+anything@` to `nora@`. Only counts of
 * mails use it. For everything else the two are different addresses.
 */
export const mailboxOf = (email: string): string => {
  const [name = '', host] = email.toLowerCase().split('@');
  return `${name.split('+')[0]}@${host}`;
};
