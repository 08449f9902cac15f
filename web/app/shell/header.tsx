import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../components/ui/button.tsx';
import { LogInLink } from '../../features/session/shared/log-in-link.tsx';
import { paths } from '../routes/paths.ts';
import { publicNav } from '../routes/public-screens.ts';
import { EnvironmentBadge } from './environment.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import type { NavItem } from './nav.ts';
import { ThemeMenu } from './theme-menu.tsx';

type Props = Readonly<{
  entries: readonly NavItem[];
  onMenu: () => void;
  /** The tools of whoever is logged in. */
  children: ReactNode;
}>;

const isCurrent = (location: string, path: string) => location === path || location.startsWith(`${path}/`);

export const Header = ({ entries, onMenu, children }: Props) => {
  const { t } = useTranslation();
  const session = useSession();
  const [location] = useLocation();
  // Return to the current page, unless it is a page that leads to a login.
  const returnTo = ['/about', '/logout', '/auth-callback'].includes(location)
    ? paths.wall()
    : `${location}${window.location.search}`;
  const shown: readonly (Pick<NavItem, 'path' | 'label'> & Partial<NavItem>)[] =
    session.status === 'signed-in' ? entries : publicNav;
  return (
    <header className="sticky top-0 z-30 h-14 in-data-[header=scrolls]:static border-border border-b bg-background/90 backdrop-blur-md">
      <div className="flex h-full items-center gap-2 px-3 sm:px-4">
        {session.status === 'signed-in' && (
          <Button variant="quiet" size="icon" className="md:hidden" aria-label={t('shell.menu')} onClick={onMenu}>
            <Menu />
          </Button>
        )}
        <Link
          href={paths.home()}
          className="flex items-center gap-2.5 rounded-control px-1 font-semibold text-[0.9375rem] tracking-[-0.01em]"
        >
          <Logo className="size-6" />
          {/* A narrow phone has room either for the account's tools or for the name. */}
          <span className={session.status === 'signed-in' ? 'max-[420px]:sr-only' : undefined}>
            {t('common.product')}
          </span>
        </Link>
        <EnvironmentBadge />
        <nav aria-label={t('shell.main-menu')} className="ms-4 hidden items-center gap-1 md:flex">
          {shown.map(({ path, label, prepare }) => (
            <Link
              key={path}
              href={path}
              onPointerEnter={prepare}
              onFocus={prepare}
              aria-current={isCurrent(location, path) ? 'page' : undefined}
              className="rounded-control px-2.5 py-1.5 font-medium text-[0.8125rem] text-muted transition-colors hover:bg-hover hover:text-foreground aria-[current=page]:text-foreground"
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-0.5 sm:gap-2">
          <LanguageMenu />
          {children}
          {session.status === 'signed-out' && (
            <>
              <ThemeMenu />
              <Button variant="primary" asChild>
                <LogInLink returnTo={returnTo}>{t('shell.log-in')}</LogInLink>
              </Button>
            </>
          )}
        </div>
      </div>
    </header>
  );
};
