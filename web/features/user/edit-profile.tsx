import { Info, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';
import { profileBody } from '#domain/user/profile-form.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { FormBar } from '../../components/form/form-bar.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { saveProfileCommand } from './shared/queries.ts';

const ProfileForm = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const command = useCommand(saveProfileCommand);
  const { firstname, lastname, email, phoneNumber } = user;
  // 0 means the current user.
  const form = useZodForm(profileBody, { id: '0', firstname, lastname, email, phoneNumber });
  const forgetDraft = useFormDraft(form, `profile-${user.basedOn}`);
  const older = useOlderForm(user.basedOn);
  const isSending = command.state === 'sending';
  const submit = form.handleSubmit(async (values) => {
    if (!(await command.run({ body: older.stamped(values) }, { form, show: older.showOf(values) }))) return;
    forgetDraft();
    navigate('/wall');
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <input type="hidden" readOnly {...form.register('email')} />
        <FormSection title={t('account.edit-section')} text={t('common.required-hint')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              control={form.control}
              name="firstname"
              label={t('account.first-name')}
              autoComplete="given-name"
              required
            />
            <TextField
              control={form.control}
              name="lastname"
              label={t('account.last-name')}
              autoComplete="family-name"
              required
            />
          </div>
          <TextField
            control={form.control}
            name="phoneNumber"
            label={t('account.phone')}
            help={t('account.phone-help')}
            type="tel"
            dir="ltr"
            autoComplete="off"
          />
        </FormSection>
        <p className="flex gap-2 text-muted text-table">
          <Info className="mt-px size-4 shrink-0" />
          {t('account.refresh-note')}
        </p>
      </fieldset>
      <FormBar>
        <Button asChild>
          <Link href="/user-profile" onClick={forgetDraft}>
            {t('common.cancel')}
          </Link>
        </Button>
        <Button variant="primary" type="submit" disabled={isSending}>
          {t('account.save')}
        </Button>
      </FormBar>
      <OlderForm
        older={older}
        form={form}
        fields={{
          firstname: { label: t('account.first-name') },
          lastname: { label: t('account.last-name') },
          phoneNumber: { label: t('account.phone') },
        }}
        save={submit}
      />
    </form>
  );
};

/** Edits the user's own name and phone number. `?email=` names a user, and only their own is allowed. */
export const EditProfile = () => {
  const { t } = useTranslation();
  const user = useUser();
  const [search] = useSearchParams();
  const wanted = search.get('email');
  const isOwn = wanted === null || wanted.trim().toLowerCase() === user.email.toLowerCase();
  return (
    <Page title={t('account.edit-title')} description={t('account.edit-text')} width="narrow">
      {isOwn ? (
        <ProfileForm user={user} />
      ) : (
        <Empty
          icon={UserRoundX}
          title={t('account.other-title')}
          text={t('account.other-text')}
          action={
            <Button asChild>
              <Link href="/edit-profile">{t('account.own')}</Link>
            </Button>
          }
        />
      )}
    </Page>
  );
};
