import { MailAddress } from './mail-address.tsx';

/** Shows an e-mail address as a link that starts a mail, any other text as it is. */
export const Contact = ({ text }: { text: string }) =>
  /^[^\s@]+@\S+$/.test(text) ? (
    <a href={`mailto:${text}`} className="min-w-0 text-accent-text hover:underline">
      <MailAddress address={text} />
    </a>
  ) : (
    <bdi>{text}</bdi>
  );
