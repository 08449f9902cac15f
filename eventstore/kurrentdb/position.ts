import { beginning, type Position } from '../event-store.ts';

/** The two parts of a position at the server: offsets in bytes. */
export type ServerPosition = Readonly<{ commit: bigint; prepare: bigint }>;

/** The digits of the greatest offset. With this padding, positions compare as text like their numbers. */
const digits = 20;
const most = 2n ** 63n - 1n;

export const positionOf = ({ commit, prepare }: ServerPosition): Position =>
  `${String(commit).padStart(digits, '0')}/${String(prepare).padStart(digits, '0')}`;

/** Returns where the server starts to read. @throws TypeError for a position of another log. */
export const serverPosition = (position: Position): ServerPosition | 'start' => {
  if (position === beginning) return 'start';
  const match = /^(\d{20})\/(\d{20})$/.exec(position);
  if (!match?.[1] || !match[2]) throw new TypeError('not a position of this log');
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) };
};

/** Returns whether `serverPosition` accepts a text, and the server its numbers. */
export const isPosition = (text: string): boolean =>
  text === beginning || (/^\d{20}\/\d{20}$/.test(text) && text.split('/').every((part) => BigInt(part) <= most));
