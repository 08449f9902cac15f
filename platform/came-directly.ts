/**
 * Headers that proxies add to name the original caller, and that browsers never send: those of RFC 7239 and its older
 * variants.
 */
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

/** Returns the value of a header, or undefined when the caller did not send it. */
export type Header = (name: string) => string | undefined;

/** Returns whether the caller connected without a proxy. A proxy on this machine passes on requests of others. */
export const cameDirectly = (header: Header): boolean => forwarding.every((name) => header(name) === undefined);
