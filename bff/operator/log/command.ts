import type { PoolOptions } from '#platform/database.ts';
import type { Operator } from '../open-operator.ts';

/** The arguments of a command. */
export type Asked = Readonly<{
  words: readonly string[];
  /** Prints one JSON object on each line instead of text for people. */
  json: boolean;
  /** Does not ask before acting. */
  yes: boolean;
  follow: boolean;
  count: number;
  /** An address; empty without one. */
  to: string;
  /** A file of checkpoints that were kept outside; empty without one. */
  checkpoints: string;
}>;

/**
 * One command of `npm run log`.
 *
 * @property words   its arguments, for the usage.
 * @property takes   its number of arguments.
 * @property options options besides --json.
 * @property pool    limits of its connections. Default: those of interactive calls.
 * @property isReader whether it runs without every key that seals events. Default: it does not.
 */
export type LogCommand = Readonly<{
  words: string;
  does: string;
  takes: readonly [least: number, most: number];
  options?: readonly ('yes' | 'follow' | 'count' | 'to' | 'checkpoints')[];
  pool?: Partial<PoolOptions>;
  isReader?: boolean;
  run: (operator: Operator, asked: Asked) => Promise<void>;
}>;
