import { useEffect, useSyncExternalStore } from 'react';
import { Toaster, toast } from 'sonner';
import { showNoticesWith } from '../api/notice.ts';
import { Undo } from '../features/undo/shared/undo.tsx';
import { WhyNot } from '../features/why-not/shared/why-not.tsx';
import { loadErrorTexts } from '../i18n/error-text.ts';
import { useLocale } from '../i18n/language.ts';

const phone = matchMedia('(max-width: 639px)');
const onPhoneChange = (changed: () => void) => {
  phone.addEventListener('change', changed);
  return () => phone.removeEventListener('change', changed);
};
const useIsPhone = (): boolean => useSyncExternalStore(onPhoneChange, () => phone.matches);

/** Shows the notices of api/notice.ts, why something was refused, and what undoing a change would do: all come after the first screen. */
export const Toasts = () => {
  const { dir } = useLocale();
  const isPhone = useIsPhone();
  useEffect(() => void loadErrorTexts(), []);
  useEffect(() => showNoticesWith(({ kind, text, ...options }) => toast[kind](text, options)), []);
  return (
    <>
      <Toaster
        // A place without buttons: above a form's bar at the start of the page, which no dialog and no dock reaches. On a
        // phone it is below the header, because dialogs and forms have their buttons at the end.
        offset={{ bottom: 72, left: 16, right: 16 }}
        mobileOffset={{ top: 64 }}
        dir={dir}
        position={isPhone ? 'top-center' : dir === 'rtl' ? 'bottom-right' : 'bottom-left'}
        toastOptions={{
          classNames: {
            // Elements below can still be clicked.
            toast:
              '!pointer-events-none !bg-raised !text-foreground !border-border !shadow-float !rounded-card !font-sans !text-sm',
            description: '!text-muted',
            success: '[&_[data-icon]]:!text-success',
            error: '[&_[data-icon]]:!text-danger',
            actionButton: '!pointer-events-auto !h-7 !rounded-control !bg-accent !px-2.5 !text-on-accent',
            closeButton: '!pointer-events-auto !bg-raised !text-foreground !border-border',
          },
        }}
      />
      <WhyNot />
      <Undo />
    </>
  );
};
