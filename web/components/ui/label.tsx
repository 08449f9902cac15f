import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Label = ({ className, ...props }: ComponentProps<'label'>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: whoever uses it says whose it is
  <label className={cn('select-none font-medium text-sm leading-5', className)} {...props} />
);
