import { type DestinationStream, type Logger, pino } from 'pino';

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

/** JSON lines on standard output, UTC times, secrets replaced wherever they are up to two levels deep. */
export const createLog = (name: string, level = 'info', destination?: DestinationStream): Log =>
  pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
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

/** For tests and short commands. */
export const silentLog: Log = pino({ level: 'silent' });
