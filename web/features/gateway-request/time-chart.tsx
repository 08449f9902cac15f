import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormat } from '../../i18n/format.ts';

/** A series of a chart. `color`: a variable of the theme. */
export type Series = Readonly<{
  key: string;
  name: string;
  color: string;
  kind: 'bar' | 'line';
  /** SVG's stroke-dasharray, so that lines differ without colour. */
  dashes?: string;
}>;

export type Step = Readonly<{ at: string } & Record<string, number | string | null>>;

type Props = Readonly<{
  label: string;
  steps: readonly Step[];
  series: readonly Series[];
  timeText: (at: string) => string;
  valueText: (value: number) => string;
  /** Called with the step that was clicked. */
  onStep: (at: string) => void;
}>;

const axis = { stroke: 'var(--border)', tick: { fill: 'var(--muted)', fontSize: 11 }, tickLine: false } as const;

type Shown = Readonly<{ name?: unknown; value?: unknown; color?: string | undefined; dataKey?: unknown }>;

/** Names and values of the step under the pointer. */
const Bubble = ({
  active,
  payload = [],
  label,
  timeText,
  valueText,
}: {
  active?: boolean;
  payload?: readonly Shown[];
  label?: unknown;
} & Pick<Props, 'timeText' | 'valueText'>) =>
  active && payload.length > 0 ? (
    <div className="rounded-control border border-border bg-raised px-3 py-2 text-foreground text-xs shadow-float">
      <p className="mb-1 font-medium">{timeText(String(label))}</p>
      {payload.map(({ name, value, color, dataKey }) => (
        <p key={String(dataKey)} className="flex items-center justify-between gap-4">
          <span className="flex items-center gap-1.5">
            <svg className="size-2" viewBox="0 0 8 8" aria-hidden>
              <rect width="8" height="8" rx="2" fill={color} />
            </svg>
            {String(name)}
          </span>
          <span className="tabular-nums">{typeof value === 'number' ? valueText(value) : '–'}</span>
        </p>
      ))}
    </div>
  ) : null;

/**
 * Bars and lines over time. Time goes from left to right in every language, as in the axes of most tools. Arrow keys move along
 * the steps; the table beside it has a button for each.
 */
export const TimeChart = ({ label, steps, series, timeText, valueText, onStep }: Props) => {
  const format = useFormat();
  return (
    <div dir="ltr" className="min-w-0">
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-xs">
        {series.map(({ key, name, color, kind, dashes }) => (
          <li key={key} className="flex items-center gap-1.5">
            <svg className="h-2 w-4" viewBox="0 0 16 8" aria-hidden>
              {kind === 'bar' ? (
                <rect x="4" width="8" height="8" rx="2" fill={color} />
              ) : (
                <line x1="0" x2="16" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
              )}
            </svg>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <div className="mt-2 h-48">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={[...steps]}
            title={label}
            margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
            onClick={({ activeLabel }) => activeLabel !== undefined && onStep(String(activeLabel))}
          >
            <CartesianGrid vertical={false} stroke="var(--border)" />
            <XAxis dataKey="at" tickFormatter={timeText} minTickGap={24} {...axis} />
            <YAxis
              width="auto"
              allowDecimals={false}
              axisLine={false}
              tickFormatter={(value: number) => format.number(value)}
              {...axis}
            />
            <Tooltip
              cursor={{ fill: 'var(--hover)', stroke: 'var(--border)' }}
              isAnimationActive={false}
              content={(shown) => <Bubble {...shown} timeText={timeText} valueText={valueText} />}
            />
            {series.map(({ key, name, color, kind, dashes }) =>
              kind === 'bar' ? (
                <Bar
                  key={key}
                  dataKey={key}
                  name={name}
                  fill={color}
                  stackId="all"
                  isAnimationActive={false}
                  cursor="pointer"
                />
              ) : (
                <Line
                  key={key}
                  dataKey={key}
                  name={name}
                  stroke={color}
                  strokeWidth={2}
                  strokeDasharray={dashes ?? 'none'}
                  dot={steps.length < 3}
                  connectNulls
                  isAnimationActive={false}
                />
              ),
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
};
