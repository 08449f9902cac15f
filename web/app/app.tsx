import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { Toaster } from 'sonner';
import { SessionProvider } from '#web/api/session.tsx';
import { TooltipProvider } from '#web/components/ui/tooltip.tsx';
import { useLocale } from '#web/i18n/language.ts';
import { DisabledNotice } from './disabled-notice.tsx';
import { Screens } from './screens.tsx';
import { Shell } from './shell/shell.tsx';

/** Specification 1, section 9: default, info and success 2000 ms, warning 2500 ms, error 3000 ms. */
const toastDuration = 2000;

/** Everything around the screens, in one visible order. */
export const App = ({ client }: { client: QueryClient }) => {
  const { dir } = useLocale();
  return (
    <Direction.Provider dir={dir}>
      <QueryClientProvider client={client}>
        <TooltipProvider delayDuration={400}>
          <SessionProvider>
            <DisabledNotice />
            <Shell>
              <Screens />
            </Shell>
            <Toaster
              dir={dir}
              position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
              duration={toastDuration}
              toastOptions={{
                classNames: {
                  toast: '!bg-raised !text-foreground !border-border !shadow-float !rounded-card !font-sans !text-sm',
                  description: '!text-muted',
                  success: '[&_[data-icon]]:!text-success',
                  error: '[&_[data-icon]]:!text-danger',
                  closeButton: '!bg-raised !text-foreground !border-border',
                },
              }}
            />
          </SessionProvider>
        </TooltipProvider>
      </QueryClientProvider>
    </Direction.Provider>
  );
};
