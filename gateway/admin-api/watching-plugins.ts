/** Plugins of Kong that only write down what happened. They change no call and answer none, so a service works the same without them. */
const watching: ReadonlySet<unknown> = new Set([
  'datadog',
  'file-log',
  'http-log',
  'loggly',
  'opentelemetry',
  'prometheus',
  'statsd',
  'syslog',
  'tcp-log',
  'udp-log',
  'zipkin',
]);

/** Returns whether a plugin of this name only writes down what happened. */
export const onlyWatches = (name: unknown): boolean => watching.has(name);
