import { Ltr } from '../../components/text/ltr.tsx';

/** An address as a link, any other text as it is. */
export const OrganizationContact = ({ contact }: { contact: string }) =>
  /^\S+@\S+$/.test(contact) ? (
    <a href={`mailto:${contact}`} className="break-all text-accent-text hover:underline">
      <Ltr>{contact}</Ltr>
    </a>
  ) : (
    <bdi>{contact}</bdi>
  );
