import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Who } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { paths } from '../routes/paths.ts';
import { whoMay } from '../routes/who-may.ts';

/** Says why a screen is refused and what the user can do. */
export const ForbiddenPage = ({ who }: { who: Who }) => {
  const { t } = useTranslation();
  const { list } = useFormat();
  const user = useUser();
  const needed = whoMay(who, user);
  const names = [
    ...needed.roles.map((role) => t(`shell.role.${role}`)),
    ...(needed.maintainers ? [t('shell.role-maintainer')] : []),
  ];
  const mine = user.roles.map((role) => t(`shell.role.${role}`));
  return (
    <Page title={t('shell.forbidden-title')} width="narrow">
      <Empty
        icon={LockKeyhole}
        title={names.length > 0 ? t('shell.forbidden-for', { names: list(names) }) : t('shell.forbidden-organization')}
        text={
          <>
            {mine.length > 0 ? t('shell.forbidden-mine', { names: list(mine) }) : t('shell.forbidden-none')}{' '}
            {t('shell.forbidden-text')}
          </>
        }
        action={
          <Button asChild>
            <Link href={paths.home()}>{t('shell.missing-action')}</Link>
          </Button>
        }
      />
    </Page>
  );
};
