import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardTitle } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{
  title: string;
  /** What the chart says, in one sentence. */
  message: ReactNode;
  chart: ReactNode;
  /** The same in numbers. */
  table: ReactNode;
  className?: string;
}>;

/** A chart with its message, and the table behind it. */
export const ChartCard = ({ title, message, chart, table, className = '' }: Props) => {
  const t = useLazyTexts('traffic');
  const [isTable, setIsTable] = useState(false);
  return (
    <Card className={`flex min-w-0 flex-col p-4 ${className}`}>
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <CardTitle level={2}>{title}</CardTitle>
          <p className="mt-0.5 min-h-9 text-muted text-table">{message}</p>
        </div>
        <Button
          variant="quiet"
          size="small"
          aria-pressed={isTable}
          aria-label={t('traffic.table-of', { chart: title })}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <ChartColumn /> : <Table2 />}
          {isTable ? t('traffic.chart') : t('traffic.table')}
        </Button>
      </div>
      {isTable ? <div className="mt-2 max-h-56 overflow-auto">{table}</div> : chart}
    </Card>
  );
};
