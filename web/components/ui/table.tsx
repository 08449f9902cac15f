import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Table = ({ className, ...props }: ComponentProps<'table'>) => (
  <table className={cn('w-full border-separate border-spacing-0 text-table', className)} {...props} />
);

export const TableHead = ({ className, ...props }: ComponentProps<'th'>) => (
  <th
    scope="col"
    className={cn(
      'h-9 whitespace-nowrap border-border border-b bg-background px-3 text-start font-medium text-muted first:ps-4 last:pe-4',
      className,
    )}
    {...props}
  />
);

export const TableRow = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr className={cn('group/row transition-colors hover:bg-hover/60', className)} {...props} />
);

export const TableCell = ({ className, ...props }: ComponentProps<'td'>) => (
  <td
    className={cn(
      'h-10 max-w-80 truncate border-border border-b px-3 first:ps-4 last:pe-4 group-last/row:border-b-0',
      className,
    )}
    {...props}
  />
);
