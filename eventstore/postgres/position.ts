import { beginning, type Position } from '../event-store.ts';

/** The digits of the greatest xid8 and bigint. With this padding, positions compare as text like their numbers. */
const digits = 20;

/** Returns SQL for the position of a row with the columns `xid` and `pos`. */
export const positionSql = (row: string): string =>
  `lpad(${row}.xid::text, ${digits}, '0') || ':' || lpad(${row}.pos::text, ${digits}, '0')`;

/** Returns the pair that the log is sorted by, as texts for parameters of type xid8 and bigint. */
export const parsePosition = (position: Position): readonly [xid: string, pos: string] => {
  if (position === beginning) return ['0', '0'];
  const match = /^(\d{20}):(\d{20})$/.exec(position);
  if (!match?.[1] || !match[2]) throw new TypeError('not a position of this log');
  return [BigInt(match[1]).toString(), BigInt(match[2]).toString()];
};

/**
 * The greatest xid8 and bigint. A number of 20 digits can be greater, and then Postgres can't compare it with a column.
 */
const most = [2n ** 64n - 1n, 2n ** 63n - 1n] as const;

/** Returns whether `parsePosition` accepts a text, and Postgres accepts its numbers. */
export const isPosition = (text: string): boolean => {
  if (text === beginning) return true;
  if (!/^\d{20}:\d{20}$/.test(text)) return false;
  const [xid = '', pos = ''] = text.split(':');
  return BigInt(xid) <= most[0] && BigInt(pos) <= most[1];
};
