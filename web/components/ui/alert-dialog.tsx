import { AlertDialog as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { dialogClasses, overlayClasses } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export const AlertDialog = Primitive.Root;
export const AlertDialogCancel = Primitive.Cancel;

export const AlertDialogContent = ({
  className,
  onOpenAutoFocus,
  ...props
}: ComponentProps<typeof Primitive.Content>) => {
  const returnFocus = useReturnFocus(onOpenAutoFocus);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClasses} />
      <Primitive.Content className={cn(dialogClasses, className)} {...props} {...returnFocus} />
    </Primitive.Portal>
  );
};

export const AlertDialogTitle = ({ className, ...props }: ComponentProps<typeof Primitive.Title>) => (
  <Primitive.Title className={cn('font-semibold text-base', className)} {...props} />
);

export const AlertDialogDescription = ({ className, ...props }: ComponentProps<typeof Primitive.Description>) => (
  <Primitive.Description className={cn('text-muted text-sm', className)} {...props} />
);
