import { type DestinationStream, type Logger, pino } from 'pino';
import { currentTraceId } from './spans/span.ts';

export type Log = Logger;

const secretNames = [
  'password',
  'secret',
  'token',
  'key',
  'apiKey',
  'clientSecret',
  'authorization',
  'cookie',
  'ciphertext',
];

/**
 * Returns a log that writes JSON lines to standard output, with UTC times. It masks secrets up to two levels deep. A line of a call or a
 * job has the id of its trace.
 */
export const createLog = (name: string, level = 'info', destination?: DestinationStream): Log =>
  pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === undefined ? {} : { traceId };
      },
      redact: {
        paths: [
          ...secretNames.flatMap((secret) => [secret, `*.${secret}`, `*.*.${secret}`]),
          '*.headers["set-cookie"]',
          '*.headers["apikey"]',
        ],
        censor: '[redacted]',
      },
    },
    ...(destination ? [destination] : []),
  );

/** A log that writes nothing, for tests and short commands. */
export const silentLog: Log = pino({ level: 'silent' });
