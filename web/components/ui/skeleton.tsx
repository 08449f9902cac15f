import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A gray bar in the real layout. It appears only if the wait is longer than 150 ms. */
export const Skeleton = ({ className, ...props }: ComponentProps<'div'>) => (
  <div aria-hidden aria-busy className={cn('late rounded-control', className)} {...props}>
    <div className="size-full animate-pulse rounded-[inherit] bg-foreground/8" />
  </div>
);
