import { Agent, request } from 'node:http';
import { measure } from './measure.ts';

/** What this process of the benchmark calls, how often, and how many at a time. */
export type Turn = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON, with another number in place of each `%n`. A call without a body reads. */
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
        let answer = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          answer += part;
        });
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode} ${answer}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });

/** The next number, spelled in letters: a name of a service takes no others. */
const letters = (): string => {
  number += 1;
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
};

// Calls are made in a process of their own, so that the event loop that is measured is the portal's.
process.on('message', async (turn: Turn) => {
  process.send?.(await measure(turn.count, turn.clients, () => call(turn)));
});
