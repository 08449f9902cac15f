/** What proxies write to say whom they speak for, and browsers never send: RFC 7239, and what came before and beside it. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
] as const;

/** What the caller sent in a header, undefined when it did not. */
export type Header = (name: string) => string | undefined;

/** Whether no header says that a proxy passed the request on. One on this machine speaks for others. */
export const cameDirectly = (header: Header): boolean => forwarding.every((name) => header(name) === undefined);
