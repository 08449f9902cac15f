import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#domain/user/schema.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/**
 * The search button in the header. Its name is what is written on it, because people who speak to their computer call it so.
 * Ctrl-K or Cmd-K work everywhere. The palette is loaded when it is first opened.
 */
export const PaletteButton = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  /** Undefined until the first opening. */
  const [isOpen, setOpen] = useState<boolean>();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label={t('shell.search')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex h-8 items-center gap-2 rounded-control px-2 text-muted text-table transition-colors hover:bg-hover hover:text-foreground lg:w-60 lg:border lg:border-control lg:bg-surface"
      >
        <Search className="size-4 shrink-0" />
        <span className="hidden flex-1 truncate text-start lg:block">{t('shell.search')}</span>
        <kbd aria-hidden dir="ltr" className="hidden font-sans text-[0.6875rem] lg:block">
          {t('shell.search-shortcut')}
        </kbd>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <Palette user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
