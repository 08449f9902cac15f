import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { showNoticesWith } from '#web/api/notice.ts';
import { useLocale } from '#web/i18n/language.ts';

/** Draws the notices of api/notice.ts. */
export const Toasts = () => {
  const { dir } = useLocale();
  useEffect(() => showNoticesWith(({ kind, text, ...options }) => toast[kind](text, options)), []);
  return (
    <Toaster
      // Above a form's action bar and beside the dock, whose buttons a notice must not cover.
      offset={{ bottom: 72 }}
      mobileOffset={{ bottom: 72 }}
      dir={dir}
      position="bottom-center"
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
  );
};
