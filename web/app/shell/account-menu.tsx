import { CircleHelp, ListChecks, LogOut, Settings, UserRound, UserRoundPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { isCompanyAdmin } from '../../api/roles.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import type { LateMenuProps } from '../../components/ui/late-menu.tsx';
import { useLogOut } from '../../features/session/shared/use-log-out.ts';
import { paths } from '../routes/paths.ts';
import { ThemeItems } from './theme-items.tsx';

const QueueCount = lazy(() =>
  import('../../features/registration/shared/waiting-count.tsx').then((module) => ({ default: module.QueueCount })),
);

/** What the account menu offers. */
export const AccountMenu = ({ user, button }: LateMenuProps & { user: UserDetail }) => {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const name = fullNameOf(user.firstname, user.lastname) || user.email;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <div className="px-2 py-1.5">
          <p className="font-medium">
            <bdi className="block truncate">{name}</bdi>
          </p>
          <p dir="ltr" className="truncate text-muted text-xs">
            {user.email}
          </p>
          <p className="mt-1 text-muted text-xs">
            <bdi className="block truncate">{user.organizationName}</bdi>
          </p>
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href={paths.profile()}>
            <UserRound />
            {t('account.profile-title')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href={paths.myRequests()}>
            <ListChecks />
            {t('shell.my-requests')}
          </Link>
        </DropdownMenuItem>
        {isCompanyAdmin(user) && (
          <DropdownMenuItem asChild>
            <Link href={paths.queueRequests()}>
              <UserRoundPlus />
              {t('shell.nav-queue-requests')}
              <Suspense>
                <span className="ms-auto flex">
                  <QueueCount />
                </span>
              </Suspense>
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link href={paths.settings()}>
            <Settings />
            {t('shell.settings')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href={paths.faq()}>
            <CircleHelp />
            {t('help.title')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t('shell.theme')}</DropdownMenuLabel>
        <ThemeItems />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={logOut}>
          <LogOut className="rtl:-scale-x-100" />
          {t('shell.log-out')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
