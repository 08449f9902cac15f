import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useCommand } from '../../api/use-command.ts';
import { useTitle } from '../../components/layout/use-title.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { PublicNotice } from './public-notice.tsx';
import { confirmCommand } from './sign-up-form.ts';

/** Why the link does nothing any more, and what to do. */
const Over = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const words = useLazyTexts('registrations');
  return (
    <PublicNotice
      icon={MailCheck}
      title={words('registrations.link-over-title')}
      actions={
        <>
          <Button asChild variant="primary">
            <Link href="/register">{t('public.sign-up-title')}</Link>
          </Button>
          <Button asChild>
            <Link href="/">{words('registrations.to-portal')}</Link>
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <p>{words('registrations.link-over-text')}</p>
    </PublicNotice>
  );
};

/**
 * Where the link of a mail leads. Only the button confirms the address: programs that look at links in mails open this page
 * too. The token is the address's fragment, which the browser sends to nobody.
 */
export const ConfirmAddress = () => {
  const words = useLazyTexts('registrations');
  const errorText = useErrorText();
  const [, navigate] = useLocation();
  const command = useCommand(confirmCommand);
  useTitle(words('registrations.confirm-title'));
  const token = window.location.hash.slice(1);
  const { error } = command;
  if (token === '') return <Over text={errorText({ code: 'registration.link-over' })} />;
  if (error && !error.isTransient) return <Over text={errorText(error)} />;
  const confirm = async () => {
    // The next page, or this one, says what happened.
    if (await command.run({ body: { token } }, { show: (problem) => !problem.isTransient }))
      navigate('/registration-confirmation', { replace: true });
  };
  return (
    <PublicNotice
      icon={MailCheck}
      title={words('registrations.confirm-title')}
      actions={
        <Button variant="primary" size="large" disabled={command.state === 'sending'} onClick={() => void confirm()}>
          {words('registrations.confirm-address')}
        </Button>
      }
    >
      <p>{words('registrations.confirm-text')}</p>
    </PublicNotice>
  );
};
