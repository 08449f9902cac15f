import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { UserDetail } from '#domain/user/schema.ts';
import { command } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx';
import { ThemeItems } from './theme-items.tsx';

const loggedOut = z.object({ logoutUrl: z.nullish(z.string()) });

export const UserMenu = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  const logOut = useCommand<void, z.output<typeof loggedOut>>({
    call: (_input, context) => command(loggedOut, 'POST', '/auth/logout', undefined, context),
    invalidates: [],
  });
  const name = `${user.firstname} ${user.lastname}`.trim() || user.email;
  const initials = (user.firstname.charAt(0) + user.lastname.charAt(0) || user.email.charAt(0)).toUpperCase();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t('shell.account', { name })}
        className="flex size-8 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs ring-1 ring-border transition-shadow hover:ring-accent"
      >
        {initials}
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">
            <bdi>{name}</bdi>
          </p>
          <p dir="ltr" className="truncate text-start text-muted text-xs">
            {user.email}
          </p>
          <p className="mt-1 truncate text-muted text-xs">
            <bdi>{user.organizationName}</bdi>
          </p>
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t('shell.theme')}</DropdownMenuLabel>
        <ThemeItems />
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={async () => {
            const answer = await logOut.run(undefined);
            if (answer) location.assign(answer.logoutUrl ?? '/about');
          }}
        >
          <LogOut className="rtl:-scale-x-100" />
          {t('shell.log-out')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
