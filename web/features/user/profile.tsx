import { Download, KeyRound, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { downloadMyData } from '#domain/user/own-calls.ts';
import { urlOf } from '../../api/client.ts';
import { useUser } from '../../api/session.tsx';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { MailAddress } from '../../components/text/mail-address.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent } from '../../components/ui/card.tsx';
import { RoleChips } from './shared/role-chips.tsx';

/** Shows the user's own details and roles. */
export const Profile = () => {
  const { t } = useTranslation();
  const { id, firstname, lastname, email, phoneNumber, organizationName, roles } = useUser();
  return (
    <Page
      title={t('account.profile-title')}
      description={t('account.profile-text')}
      width="narrow"
      actions={
        <Button variant="primary" asChild>
          <Link href={`/edit-profile?${new URLSearchParams({ email })}`}>
            <Pencil />
            {t('account.edit')}
          </Link>
        </Button>
      }
    >
      <Card>
        <CardContent className="p-5">
          <DescriptionList
            entries={[
              [t('account.user-id'), <Ltr key="id">{id}</Ltr>],
              [t('account.first-name'), <bdi key="first">{firstname}</bdi>],
              [t('account.last-name'), <bdi key="last">{lastname}</bdi>],
              [t('account.email'), <MailAddress key="email" address={email} />],
              ...(phoneNumber ? [[t('account.phone'), <Ltr key="phone">{phoneNumber}</Ltr>] as const] : []),
              [t('account.organization'), <bdi key="organization">{organizationName}</bdi>],
              [t('account.roles'), <RoleChips key="roles" roles={roles} />],
            ]}
          />
        </CardContent>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link href="/change-password">
            <KeyRound />
            {t('account.change-password')}
          </Link>
        </Button>
        <Button asChild>
          <a href={urlOf(downloadMyData, {})} download>
            <Download />
            {t('account.download-data')}
          </a>
        </Button>
      </div>
    </Page>
  );
};
