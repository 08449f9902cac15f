import { RadioGroup as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const RadioGroup = ({ className, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root className={cn('grid gap-2', className)} {...props} />
);

export const RadioGroupItem = ({ className, ...props }: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item
    className={cn(
      'flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-surface transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger data-[state=checked]:border-accent data-[state=checked]:bg-accent',
      className,
    )}
    {...props}
  >
    <Primitive.Indicator className="size-1.5 rounded-full bg-on-accent" />
  </Primitive.Item>
);
