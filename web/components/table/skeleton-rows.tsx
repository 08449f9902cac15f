import { Skeleton } from '../ui/skeleton.tsx';
import { TableCell, TableRow } from '../ui/table.tsx';

const rows = Array.from({ length: 8 }, (_, row) => row);

/** Placeholder rows in the layout of the table. */
export const SkeletonRows = ({ columns }: { columns: number }) =>
  rows.map((row) => (
    <TableRow key={row}>
      {Array.from({ length: columns }, (_, column) => column).map((column) => (
        <TableCell key={column} className="max-sm:hidden max-sm:first:table-cell">
          <Skeleton className="h-3.5 w-3/5" />
        </TableCell>
      ))}
    </TableRow>
  ));
