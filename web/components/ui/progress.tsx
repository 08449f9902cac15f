import { Progress as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** `value` is 0 to 100, or null while the duration is unknown. */
export const Progress = ({ className, value, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root
    value={value ?? null}
    className={cn('h-1.5 w-full overflow-hidden rounded-full bg-hover', className)}
    {...props}
  >
    <Primitive.Indicator
      className={cn(
        'h-full origin-left rounded-full bg-accent transition-transform duration-200 rtl:origin-right',
        value == null && 'w-1/3 animate-pulse',
      )}
      style={value == null ? undefined : { transform: `scaleX(${value / 100})` }}
    />
  </Primitive.Root>
);
