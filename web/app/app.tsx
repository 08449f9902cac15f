import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SessionProvider } from '../api/session.tsx';
import { whenIdle } from '../components/ui/when-idle.ts';
import { useLocale } from '../i18n/language.ts';
import { Screens } from './screens.tsx';
import { loadParts } from './shell/load-parts.ts';
import { Shell } from './shell/shell.tsx';
import { SignInNotices } from './sign-in-notices.tsx';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

/** Returns true after the browser has drawn the first screen and is idle. */
const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => setIdle(true));
  }, []);
  return isIdle;
};

/** Everything around the screens, from the outermost to the innermost. */
export const App = ({ client }: { client: QueryClient }) => {
  const { dir } = useLocale();
  const isIdle = useIdle();
  return (
    <Direction.Provider dir={dir}>
      <QueryClientProvider client={client}>
        <SessionProvider prepare={loadParts}>
          <SignInNotices />
          <Shell>
            <Screens />
          </Shell>
          {isIdle && (
            <Suspense>
              <Toasts />
            </Suspense>
          )}
        </SessionProvider>
      </QueryClientProvider>
    </Direction.Provider>
  );
};
