import { useFormat } from '../../i18n/format.ts';
import { ExpiryBadge } from '../resource/shared/expiry-badge.tsx';

/** When a certificate ends. It is said in words, and stands out, in its last 30 days and afterwards. */
export const ExpiryDate = ({ at }: { at: string | null }) => {
  const format = useFormat();
  if (at === null) return <span className="text-muted">–</span>;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <ExpiryBadge expiresAt={at} />
      {/* That it has ended is said with the date. */}
      {Date.parse(at) > Date.now() && format.date(at)}
    </span>
  );
};
