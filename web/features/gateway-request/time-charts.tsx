import { type RequestSeries, statusClasses } from '#domain/gateway-request/chart.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ChartCard } from './chart-card.tsx';
import { periodOfStep } from './period-of-step.ts';
import { StepTable } from './step-table.tsx';
import { type Series, type Step, TimeChart } from './time-chart.tsx';

const colors = { 2: 'var(--success)', 3: 'var(--info)', 4: 'var(--warning)', 5: 'var(--danger)' } as const;

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
/** Calls with a status from 400 on. `calls` are in the order of the classes. */
const failed = ([, , client = 0, server = 0]: readonly number[]): number => client + server;

type Props = Readonly<{ data: RequestSeries; onFilter: (patch: Partial<RequestFilterQuery>) => void }>;

type Told = Readonly<{ title: string; message: string; steps: readonly Step[]; series: readonly Series[] }>;

/** Calls by class of status, and the latencies of upstreams and of the gateway. */
export const TimeCharts = ({ data, onFilter }: Props) => {
  const t = useLazyTexts('traffic');
  const format = useFormat();
  const timeText = (at: string) => format.step(at, data.step);
  const onStep = (at: string) => onFilter(periodOfStep(at, data.step));

  const all = sum(data.whole.calls);
  const comparison = (): string => {
    // The last step is not over yet: as many calls as before would be fewer.
    const over = data.points.slice(0, -1);
    const total = sum(over.map(({ calls }) => sum(calls)));
    const before = sum(over.map((point) => point.before));
    if (before === 0) return t('traffic.none-before');
    // A percentage of few calls says nothing.
    if (total > 10 * before) return t('traffic.few-before', { number: format.number(before) });
    const percent = format.percent(Math.abs(total - before) / before);
    if (total === before) return t('traffic.as-before');
    return total > before ? t('traffic.more', { percent }) : t('traffic.fewer', { percent });
  };
  const callsMessage =
    all === 0
      ? t('traffic.no-calls')
      : format.list([
          t('traffic.calls-count', { count: all, number: format.number(all) }),
          comparison(),
          t('traffic.failed', { percent: format.percent(failed(data.whole.calls) / all) }),
        ]);
  const calls: Told = {
    title: t('traffic.calls'),
    message: callsMessage,
    steps: data.points.map((point) => ({
      at: point.at,
      ...Object.fromEntries(statusClasses.map((one, index) => [`${one}xx`, point.calls[index] ?? 0])),
      before: point.before,
    })),
    series: [
      ...statusClasses.map((one): Series => ({ key: `${one}xx`, name: `${one}xx`, color: colors[one], kind: 'bar' })),
      { key: 'before', name: t('traffic.before'), color: 'var(--muted)', kind: 'line', dashes: '4 3' },
    ],
  };

  const latency = (side: 'upstream' | 'gateway'): Told => {
    const whole = data.whole[side];
    return {
      title: t(`traffic.side.${side}`),
      message: whole
        ? t(`traffic.side-message.${side}`, {
            p50: format.milliseconds(whole.p50),
            p95: format.milliseconds(whole.p95),
          })
        : t('traffic.no-latency'),
      steps: data.points.map((point) => ({ at: point.at, ...(point[side] ?? { p50: null, p95: null, p99: null }) })),
      series: [
        { key: 'p50', name: 'p50', color: 'var(--success)', kind: 'line' },
        { key: 'p95', name: 'p95', color: 'var(--accent-text)', kind: 'line', dashes: '6 3' },
        { key: 'p99', name: 'p99', color: 'var(--danger)', kind: 'line', dashes: '2 3' },
      ],
    };
  };

  const card = ({ title, message, steps, series }: Told, valueText: (value: number) => string) => {
    const shown = { label: title, steps, series, timeText, valueText, onStep };
    return (
      <ChartCard title={title} message={message} chart={<TimeChart {...shown} />} table={<StepTable {...shown} />} />
    );
  };
  return (
    <div className="grid gap-3 lg:grid-cols-3">
      {card(calls, format.number)}
      {card(latency('upstream'), format.milliseconds)}
      {card(latency('gateway'), format.milliseconds)}
    </div>
  );
};
