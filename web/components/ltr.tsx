import type { ComponentProps } from 'react';
import { cn } from './ui/cn.ts';

/** Ids, paths, keys, addresses: left to right in every language. As a block it stands where the text around it begins. */
export const Ltr = ({ className, ...props }: ComponentProps<'span'>) => (
  <span dir="ltr" className={cn('text-start rtl:text-end', className)} {...props} />
);
