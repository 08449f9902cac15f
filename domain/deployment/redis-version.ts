/** The first Kong whose rate limits are told of a Redis by `config.redis`. Older ones know other fields, which newer ones give up. */
export const redisVersion = '3.6';

/**
 * Returns whether a Kong takes a Redis for its rate limits as Portico writes it.
 *
 * @param version as the Kong says it, `3.9.1` or `3.4.2.0-enterprise-edition`. Null, or of another form: not known, so it may be tried.
 */
export const takesRedis = (version: string | null): boolean => {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(version ?? '') ?? [];
  if (major === undefined) return true;
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 6);
};
