import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { useReturnFocus } from './use-return-focus.ts';

export const Dialog = Primitive.Root;
export const DialogClose = Primitive.Close;

export const overlayClasses =
  'fade-in-0 fixed inset-0 z-50 animate-in bg-overlay duration-150 data-[state=closed]:animate-out data-[state=closed]:fade-out-0';

export const dialogClasses =
  'fade-in-0 slide-in-from-top-2 fixed inset-x-4 top-[12dvh] z-50 mx-auto grid max-h-[80dvh] max-w-lg animate-in gap-4 overflow-y-auto rounded-card bg-raised p-5 shadow-float outline-none ring-1 ring-border duration-150 data-[state=closed]:fade-out-0 data-[state=closed]:animate-out';

/** A click on a notice, which is above every dialog, closes none. */
const keepOpen: ComponentProps<typeof Primitive.Content>['onInteractOutside'] = (event) => {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
};

export const DialogContent = ({
  className,
  children,
  onOpenAutoFocus,
  ...props
}: ComponentProps<typeof Primitive.Content>) => {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus(onOpenAutoFocus);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClasses} />
      <Primitive.Content
        className={cn(dialogClasses, className)}
        onInteractOutside={keepOpen}
        {...props}
        {...returnFocus}
      >
        {children}
        <Primitive.Close asChild>
          <Button variant="quiet" size="icon-small" className="absolute end-3 top-3" aria-label={t('common.close')}>
            <X />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
};

export const DialogTitle = ({ className, ...props }: ComponentProps<typeof Primitive.Title>) => (
  <Primitive.Title className={cn('pe-8 font-semibold text-base', className)} {...props} />
);

export const DialogDescription = ({ className, ...props }: ComponentProps<typeof Primitive.Description>) => (
  <Primitive.Description className={cn('text-muted text-sm', className)} {...props} />
);

/** The title of a dialog, with a sentence about it. */
export const DialogHead = ({ title, text }: Readonly<{ title: ReactNode; text: ReactNode }>) => (
  <div className="grid gap-1.5">
    <DialogTitle>{title}</DialogTitle>
    <DialogDescription>{text}</DialogDescription>
  </div>
);

type FooterProps = ComponentProps<'div'> &
  Readonly<{
    /** In a dialog whose content scrolls beside it, so that it is always in view. Default: false. */ isBeside?: boolean;
  }>;

/** The buttons of a dialog. They stay in view while a long dialog scrolls. */
export const DialogFooter = ({ className, isBeside = false, ...props }: FooterProps) => (
  <div
    data-dialog-footer
    className={cn(
      'flex flex-wrap items-center justify-end gap-2',
      !isBeside && 'sticky -bottom-5 z-10 -mx-5 -mb-5 border-border border-t bg-raised px-5 py-3',
      className,
    )}
    {...props}
  />
);
