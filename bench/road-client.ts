import { Agent, request } from 'node:http';
import { measure } from './measure.ts';

/** The call to measure, its number, and how many at a time. */
export type Turn = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON, with a new number for each `%n`. A call without a body reads. */
  body: string | undefined;
  method: string;
  count: number;
  clients: number;
}>;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let number = 0;

const call = ({ url, headers, method, body }: Turn): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = body?.replaceAll('%n', () => letters());
    const sent = request(
      url,
      {
        agent,
        method,
        headers: { ...headers, ...(text && { 'content-type': 'application/json', 'content-length': text.length }) },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode} ${body}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });

/** Returns the next number in letters, because a service's name allows nothing else. */
const letters = (): string => {
  number += 1;
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
};

// A separate process makes the calls, so that only the portal's event loop is measured.
process.on('message', async (turn: Turn) => {
  process.send?.(await measure(turn.count, turn.clients, () => call(turn)));
});
