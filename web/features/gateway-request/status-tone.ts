import type { StatusTone } from '../../components/text/status-dot.tsx';

/** Returns how a status is shown. */
export const toneOf = (status: number): StatusTone => {
  if (status < 400) return 'success';
  return status < 500 ? 'warning' : 'danger';
};
