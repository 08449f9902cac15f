import { TriangleAlert } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#domain/user/schema.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { type DockView, opener, useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { dockViews } from '../routes/routes.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const Waiting = () => (
  <div className="flex flex-col gap-4 p-4" aria-busy>
    <Skeleton className="h-6 w-2/3" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-28 w-full" />
  </div>
);

/** Shown for a panel that crashed, as `CrashPage` is for a page. The page below still works. */
const Failed = () => {
  const { t } = useTranslation();
  return (
    <DockPanel title={t('shell.crash-title')}>
      <Empty
        icon={TriangleAlert}
        title={t('shell.crash-text')}
        action={<Button onClick={() => window.location.reload()}>{t('shell.crash-action')}</Button>}
      />
    </DockPanel>
  );
};

/**
 * Returns the subject of a view: `compare:12` for `compare:12;3;4`. The rest may change without a new start of the
 * view.
 */
const subjectOf = ({ kind, id }: DockView): string => `${kind}:${id.split(';')[0]}`;

/**
 * The right-hand panel. The page below stays in place and usable. Escape returns to the view below, and the focus
 * returns to the element that opened the panel.
 */
export const Dock = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  const { stack, close } = useDock();
  const top = stack.at(-1);
  const view = top && dockViews[top.kind];
  const View = view?.view;
  const isRefused = view?.who?.(user) === false;
  const isOpen = top !== undefined;

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      // A menu or dialog over the dock has handled the key.
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        document.querySelector('[role=dialog][data-state=open],[role=alertdialog]')
      )
        return;
      close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, close]);

  // On a phone it covers everything, so the keyboard must not reach the page below either.
  useEffect(() => {
    if (!isOpen) return;
    const beneath = [...document.querySelectorAll<HTMLElement>('header, #content')];
    const covers = matchMedia('(max-width: 767px)');
    const apply = () => {
      for (const element of beneath) element.inert = covers.matches;
    };
    apply();
    covers.addEventListener('change', apply);
    return () => {
      covers.removeEventListener('change', apply);
      for (const element of beneath) element.inert = false;
    };
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const element = opener.element;
      opener.element = null;
      // A page that the dock led to has taken the focus already.
      if (document.activeElement !== document.body) return;
      // The element that opened it may be gone: an entry of the palette, or a row of a list that has changed.
      if (element?.isConnected) element.focus();
      else document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  if (!top) return null;
  return (
    <aside
      data-dock
      aria-label={t('shell.dock')}
      className="fade-in-0 fixed inset-0 z-40 animate-in border-border bg-surface duration-150 md:inset-y-0 md:start-auto md:end-0 md:top-(--header-offset) md:w-[520px] md:border-s md:shadow-float"
    >
      <ErrorBoundary resetKey={`${top.kind}:${top.id}`} fallback={<Failed />}>
        <Suspense key={subjectOf(top)} fallback={<Waiting />}>
          {isRefused && <DockPanel title={t('shell.forbidden-title')}>{t('shell.forbidden-text')}</DockPanel>}
          {!isRefused && View && <View id={top.id} />}
          {!isRefused && !View && <DockPanel title={t('shell.missing-title')}>{t('shell.missing-text')}</DockPanel>}
        </Suspense>
      </ErrorBoundary>
    </aside>
  );
};
