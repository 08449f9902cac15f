import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, type RenderResult, render } from '@testing-library/react';
import { Direction } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { afterEach } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { TooltipProvider } from '../components/ui/tooltip.tsx';
import { setUpLanguage } from '../i18n/language.ts';

/*
 * For tests of components: files that use this begin with `@vitest-environment happy-dom`. What depends on layout or on a
 * real browser is tested in e2e/.
 */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
await setUpLanguage();
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

/** Draws an element inside what the app puts around every screen, with the English texts. */
export const renderInApp = (element: ReactElement): RenderResult => {
  const client = createQueryClient();
  const around = ({ children }: { children: ReactNode }) => (
    <Direction.Provider dir="ltr">
      <QueryClientProvider client={client}>
        <TooltipProvider>{children}</TooltipProvider>
      </QueryClientProvider>
    </Direction.Provider>
  );
  return render(element, { wrapper: around });
};
