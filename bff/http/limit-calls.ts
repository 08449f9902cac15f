import type { Context, MiddlewareHandler } from 'hono';
import { addressBlock } from '#platform/ip-address.ts';
import { tooOften } from './call-limiter.ts';
import { callLimits, type LimitName } from './call-limits.ts';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

type Limiting = Pick<Services, 'limiter'>;

/** Whose call it is. Without a person, what is counted by person is counted by address. */
const whoseCall = (c: Context<BffEnv>, name: LimitName): string => {
  const { by } = callLimits[name];
  const caller = c.get('caller');
  if (by === 'person' && caller) return `person ${caller.actor.userId}`;
  return by === 'portal' ? 'all' : addressBlock(c.get('client').address);
};

/**
 * Counts a call by a row of the table of limits.
 *
 * @param who a credential's name, for a row that counts by credential; else known from the call.
 * @throws RefusedError 429 with how long to wait.
 */
export const countCall = async (
  { limiter }: Limiting,
  c: Context<BffEnv>,
  name: LimitName,
  who = whoseCall(c, name),
): Promise<void> => {
  const wait = await limiter.take(name, who);
  if (wait > 0) throw tooOften(wait);
};

/** Counts every call that comes this way. */
export const limitCalls =
  (services: Limiting, name: LimitName): MiddlewareHandler<BffEnv> =>
  async (c, next) => {
    await countCall(services, c, name);
    await next();
  };
