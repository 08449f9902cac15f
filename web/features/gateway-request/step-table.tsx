import { Button } from '../../components/ui/button.tsx';
import { Table, TableCell, TableHead, TableRow } from '../../components/ui/table.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { Series, Step } from './time-chart.tsx';

type Props = Readonly<{
  label: string;
  steps: readonly Step[];
  series: readonly Series[];
  timeText: (at: string) => string;
  valueText: (value: number) => string;
  onStep: (at: string) => void;
}>;

/** The numbers of a chart over time, the newest first. A time shows its calls. */
export const StepTable = ({ label, steps, series, timeText, valueText, onStep }: Props) => {
  const t = useLazyTexts('traffic');
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          <TableHead>{t('traffic.time')}</TableHead>
          {series.map(({ key, name }) => (
            <TableHead key={key} className="text-end">
              <bdi>{name}</bdi>
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...steps].reverse().map((step) => (
          <TableRow key={step.at}>
            <TableCell className="h-8">
              <Button variant="link" className="text-table" onClick={() => onStep(step.at)}>
                {timeText(step.at)}
              </Button>
            </TableCell>
            {series.map(({ key }) => {
              const value = step[key];
              return (
                <TableCell key={key} className="h-8 text-end tabular-nums">
                  {typeof value === 'number' ? valueText(value) : '–'}
                </TableCell>
              );
            })}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
};
