import type { PoolOptions } from '#platform/database.ts';
import type { Operator } from '../open-operator.ts';

/** What was written behind a command's name. */
export type Asked = Readonly<{
  words: readonly string[];
  /** One JSON object a line instead of text for people. */
  json: boolean;
  /** The question is answered with yes. */
  yes: boolean;
  follow: boolean;
  count: number;
}>;

/**
 * One command of `npm run log`.
 *
 * @property words   how its words are written, for the usage.
 * @property takes   how many words it takes.
 * @property options beside --json.
 * @property pool    limits of its connections; those of whatever answers people unless told.
 */
export type LogCommand = Readonly<{
  words: string;
  does: string;
  takes: readonly [least: number, most: number];
  options?: readonly ('yes' | 'follow' | 'count')[];
  pool?: Partial<PoolOptions>;
  run: (operator: Operator, asked: Asked) => Promise<void>;
}>;
