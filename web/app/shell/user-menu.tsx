import { useTranslation } from 'react-i18next';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { LateMenu, lateMenu } from '../../components/ui/late-menu.tsx';

const accountMenu = lateMenu<{ user: UserDetail }>(() =>
  import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })),
);

/** The button of the account menu. */
export const UserMenu = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  const name = fullNameOf(user.firstname, user.lastname) || user.email;
  const initials = (user.firstname.charAt(0) + user.lastname.charAt(0) || user.email.charAt(0)).toUpperCase();
  return (
    <LateMenu
      menu={accountMenu}
      more={{ user }}
      button={
        <button
          type="button"
          aria-label={t('shell.account', { name })}
          className="flex size-8 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs ring-1 ring-border transition-shadow hover:ring-accent"
        >
          {initials}
        </button>
      }
    />
  );
};
