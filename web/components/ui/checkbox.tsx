import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Checkbox = ({ className, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root
    className={cn(
      'group size-4 shrink-0 rounded-[4px] border border-control bg-surface text-on-accent transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent',
      className,
    )}
    {...props}
  >
    <Primitive.Indicator className="flex items-center justify-center">
      <Check className="size-3 group-data-[state=indeterminate]:hidden" strokeWidth={3} />
      <Minus className="hidden size-3 group-data-[state=indeterminate]:block" strokeWidth={3} />
    </Primitive.Indicator>
  </Primitive.Root>
);
