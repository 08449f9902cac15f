import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { Header } from './header.tsx';
import { loadedParts } from './load-parts.ts';
import { LoadingBar } from './loading-bar.tsx';

/** Only for people who are not logged in. */
const Footer = lazy(() => import('./footer.tsx').then((module) => ({ default: module.Footer })));
const PhoneMenu = lazy(() => import('./phone-menu.tsx').then((module) => ({ default: module.PhoneMenu })));

/** The header, menus, dock and footer around a screen. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const session = useSession();
  const [location] = useLocation();
  /** Undefined until the first opening. */
  const [menuOpen, setMenuOpen] = useState<boolean>();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const parts = user && loadedParts();
  const entries = parts ? parts.topMenu(user) : [];
  const groups = parts ? parts.sideMenu(user) : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu and shows the page's top
  useEffect(() => {
    setMenuOpen((open) => open && false);
    window.scrollTo(0, 0);
  }, [location]);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed start-3 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <LoadingBar />
      <Header entries={entries} onMenu={() => setMenuOpen(true)}>
        {parts && <parts.AccountTools user={user} />}
      </Header>
      <div className="flex flex-1">
        {parts && groups.length > 0 && <parts.SideBar groups={groups} />}
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      <Suspense>{session.status === 'signed-out' && <Footer />}</Suspense>
      {parts && <parts.Dock user={user} />}
      {parts && <parts.Keepers key={user.id} user={user} />}
      {menuOpen !== undefined && (
        <Suspense>
          <PhoneMenu entries={entries} groups={groups} isOpen={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
