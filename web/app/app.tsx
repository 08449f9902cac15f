import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { Toaster } from 'sonner';
import { SessionProvider } from '#web/api/session.tsx';
import { TooltipProvider } from '#web/components/ui/tooltip.tsx';
import { useLocale } from '#web/i18n/language.ts';
import { Screens } from './screens.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInNotices } from './sign-in-notices.tsx';

/** Specification 1, section 9; those of the kinds are in api/notice.ts. */
const toastDuration = 2000;

/** Everything around the screens, in one visible order. */
export const App = ({ client }: { client: QueryClient }) => {
  const { dir } = useLocale();
  return (
    <Direction.Provider dir={dir}>
      <QueryClientProvider client={client}>
        <TooltipProvider delayDuration={400}>
          <SessionProvider>
            <SignInNotices />
            <Shell>
              <Screens />
            </Shell>
            <Toaster
              // Above a form's action bar, whose buttons a notice must not cover.
              offset={{ bottom: 72 }}
              mobileOffset={{ bottom: 72 }}
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
