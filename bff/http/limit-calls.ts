import type { Context, MiddlewareHandler } from 'hono';
import { addressBlock } from '#platform/ip-address.ts';
import { tooOften } from './call-limiter.ts';
import { callLimits, codeOf, type LimitName } from './call-limits.ts';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

type Limiting = Pick<Services, 'limiter'>;

/** Returns the caller to count. Without a person, limits by person are counted by address. */
const whoseCall = (c: Context<BffEnv>, name: LimitName): string => {
  const { by } = callLimits[name];
  const caller = c.get('caller');
  if (by === 'person' && caller) return `person ${caller.actor.userId}`;
  return by === 'portal' ? 'all' : addressBlock(c.get('client').address);
};

/**
 * Counts a call by a row of the table of limits.
 *
 * @param who a credential's name, for rows that count by credential. Default: taken from the call.
 * @throws RefusedError 429 with how long to wait.
 */
export const countCall = async (
  { limiter }: Limiting,
  c: Context<BffEnv>,
  name: LimitName,
  who = whoseCall(c, name),
): Promise<void> => {
  const wait = await limiter.take(name, who);
  if (wait > 0) throw tooOften(wait, codeOf(name));
};

/** Middleware that counts every call. */
export const limitCalls =
  (services: Limiting, name: LimitName): MiddlewareHandler<BffEnv> =>
  async (c, next) => {
    await countCall(services, c, name);
    await next();
  };
