import { writeCheckpointLine } from './checkpoint-lines.ts';
import { nothingOpen, type Sink } from './sink.ts';

/** Milliseconds that an address has for a checkpoint. */
const patience = 10_000;

/** Sends each checkpoint to an address. After an outage one may come twice. */
export const createAddressSink = (address: string): Sink => {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    name: 'address',
    close: nothingOpen,
    newest: async () => undefined,
    read: undefined,
    keep: async (checkpoint) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(username && { authorization: `Basic ${login}` }) },
        body: writeCheckpointLine(checkpoint),
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it responded with ${response.status}`);
    },
  };
};
