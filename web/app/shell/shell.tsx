import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Dock } from './dock.tsx';
import { Header } from './header.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { sideMenu, topMenu } from './nav.ts';
import { SideMenu } from './side-menu.tsx';

const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })));
/** Only for people who are not logged in. */
const Footer = lazy(() => import('./footer.tsx').then((module) => ({ default: module.Footer })));
const PhoneMenu = lazy(() => import('./phone-menu.tsx').then((module) => ({ default: module.PhoneMenu })));

const collapsedKey = 'apim-menu-collapsed';

const storedCollapsed = (): boolean => {
  try {
    return localStorage.getItem(collapsedKey) === '1';
  } catch {
    return false;
  }
};

/** The header, menus, dock and footer around a screen. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const session = useSession();
  const [location] = useLocation();
  const [collapsed, setCollapsed] = useState(storedCollapsed);
  /** Undefined until the first opening. */
  const [menuOpen, setMenuOpen] = useState<boolean>();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const entries = user ? topMenu(user) : [];
  const groups = user ? sideMenu(user) : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu and shows the page's top
  useEffect(() => {
    setMenuOpen((open) => open && false);
    window.scrollTo(0, 0);
  }, [location]);

  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(collapsedKey, collapsed ? '0' : '1');
    } catch {
      // Storage is blocked. The choice lasts until the page is left.
    }
  };

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed start-3 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <LoadingBar />
      <Header entries={entries} onMenu={() => setMenuOpen(true)} />
      <div className="flex flex-1">
        {groups.length > 0 && (
          <div
            className={cn(
              'sticky top-(--header-offset) hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-border border-e px-3 py-4 md:flex',
              collapsed ? 'w-14' : 'w-[260px]',
            )}
          >
            <SideMenu groups={groups} collapsed={collapsed} />
            <Button
              variant="quiet"
              size="icon"
              aria-expanded={!collapsed}
              aria-label={collapsed ? t('shell.expand') : t('shell.collapse')}
              onClick={toggle}
            >
              {collapsed ? (
                <PanelLeftOpen className="rtl:-scale-x-100" />
              ) : (
                <PanelLeftClose className="rtl:-scale-x-100" />
              )}
            </Button>
          </div>
        )}
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      <Suspense>{session.status === 'signed-out' && <Footer />}</Suspense>
      {user && <Dock user={user} />}
      {user && (
        <Suspense>
          <SignedIn key={user.id} user={user} />
        </Suspense>
      )}
      {menuOpen !== undefined && (
        <Suspense>
          <PhoneMenu entries={entries} groups={groups} isOpen={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
