import { MailCheck } from 'lucide-react';
import { Link } from 'wouter';
import { useTitle } from '../../components/layout/use-title.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { PublicNotice } from './public-notice.tsx';

/** What the form leaves in the browser's history for this page: the address, so that a slip of the pen shows. */
export type SentTo = Readonly<{ email: string }>;

/** Says that a mail with a link was sent. It says the same for every address. */
export const MailSent = () => {
  const words = useLazyTexts('registrations');
  const sentTo = window.history.state as SentTo | null;
  useTitle(words('registrations.confirm-title'));
  return (
    <PublicNotice
      icon={MailCheck}
      title={words('registrations.confirm-title')}
      actions={
        <Button asChild>
          <Link href="/register">{words('registrations.ask-again')}</Link>
        </Button>
      }
    >
      <p>{words('registrations.mail-sent')}</p>
      {sentTo?.email && (
        <p className="font-medium text-foreground">
          <bdi dir="ltr" className="break-all">
            {sentTo.email}
          </bdi>
        </p>
      )}
      <p className="text-sm">{words('registrations.no-mail-yet')}</p>
    </PublicNotice>
  );
};
