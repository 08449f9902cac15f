import { UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Redirect, useLocation } from 'wouter';
import { languages } from '#domain/user/settings.ts';
import { useSession } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { CheckboxField } from '../../components/form/checkbox-field.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLocale } from '../../i18n/language.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LogInLink } from '../session/shared/log-in-link.tsx';
import type { SentTo } from './mail-sent.tsx';
import { signUpCommand, signUpForm } from './sign-up-form.ts';

const startValues = { company: '', firstName: '', lastName: '', email: '', phoneNumber: '', agreeToTerm: undefined };

const SignUpForm = () => {
  const t = useLazyTexts('registrations');
  const [, navigate] = useLocation();
  const { code } = useLocale();
  // Development has other languages too.
  const language = languages.find((known) => known === code);
  const command = useCommand(signUpCommand);
  const form = useZodForm(signUpForm, startValues);
  const { control, formState } = form;
  const isSending = command.state === 'sending';
  const submit = form.handleSubmit(async (values) => {
    const sent = await command.run({ body: { ...values, language, comments: '', agreeToTerm: 'yes' } }, { form });
    if (!sent) return;
    const { email } = values;
    if (sent.confirm) navigate('/registration-mail', { state: { email } satisfies SentTo });
    else navigate('/registration-confirmation');
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <FormSection title={t('registrations.about-you')} text={t('common.required-hint')}>
          <TextField
            control={control}
            name="company"
            label={t('registrations.company')}
            autoComplete="organization"
            required
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              control={control}
              name="firstName"
              label={t('account.first-name')}
              autoComplete="given-name"
              required
            />
            <TextField
              control={control}
              name="lastName"
              label={t('account.last-name')}
              autoComplete="family-name"
              required
            />
          </div>
          <TextField
            control={control}
            name="email"
            label={t('registrations.email')}
            help={t('registrations.email-help')}
            type="email"
            inputMode="email"
            dir="ltr"
            autoComplete="email"
            required
          />
          <TextField
            control={control}
            name="phoneNumber"
            label={t('account.phone')}
            help={t('account.phone-help')}
            type="tel"
            dir="ltr"
            autoComplete="off"
          />
          <CheckboxField
            control={control}
            name="agreeToTerm"
            label={t('registrations.accept-terms')}
            help={
              <a href="/terms" target="_blank" rel="noreferrer" className="underline underline-offset-2">
                {t('registrations.read-terms')}
              </a>
            }
            required
          />
        </FormSection>
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {t('registrations.have-account')}{' '}
          <LogInLink returnTo="/wall" className="underline underline-offset-2">
            {t('public.log-in')}
          </LogInLink>
        </p>
        <Button variant="primary" size="large" type="submit" disabled={isSending || !formState.isValid}>
          <UserRoundPlus />
          {t('registrations.submit')}
        </Button>
      </div>
    </form>
  );
};

/** The form Sign Up, for people without an account. */
export const SignUp = () => {
  const { t } = useTranslation();
  const words = useLazyTexts('registrations');
  const session = useSession();
  if (session.status === 'signed-in') return <Redirect to="/wall" replace />;
  return (
    <Page title={t('public.sign-up-title')} description={words('registrations.sign-up-text')} width="narrow">
      <SignUpForm />
    </Page>
  );
};
