import { useEffect, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Tooltip } from '../ui/tooltip.tsx';

/** Shows a time as "3 minutes ago" and keeps it up to date. The exact time appears on hover and focus. */
export const RelativeTime = ({ at }: { at: string }) => {
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip text={format.dateTime(at)}>
      <time dateTime={at} className="tabular-nums">
        {format.relative(at, Math.max(now, Date.now()))}
      </time>
    </Tooltip>
  );
};
