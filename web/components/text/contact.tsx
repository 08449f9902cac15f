import { MailAddress } from './mail-address.tsx';

/** Returns the link of an address (RFC 6068). What has a meaning in a link is encoded, so that it adds no reader and no text. */
const mailTo = (address: string): string => `mailto:${encodeURI(address).replace(/[?&#]/g, encodeURIComponent)}`;

/** Shows an e-mail address as a link that starts a mail, any other text as it is. */
export const Contact = ({ text }: { text: string }) =>
  /^[^\s@]+@\S+$/.test(text) ? (
    <a href={mailTo(text)} className="min-w-0 text-accent-text hover:underline">
      <MailAddress address={text} />
    </a>
  ) : (
    <bdi>{text}</bdi>
  );
