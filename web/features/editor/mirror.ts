import type { ChangeDesc, ChangeSet } from '@codemirror/state';
import type { FromMirror, Rested, ToMirror, Unreadable } from './mirror-messages.ts';
import type { OutlineEntry, TextFormat } from './outline.ts';

export type MirrorEvents = Readonly<{
  onOutline: (entries: readonly OutlineEntry[]) => void;
  /** Called when nothing was typed for a while. */
  onRest: (rested: Rested) => void;
  /** Called with null if the preview shows the text, or with the reason if it shows an older one. */
  onPreview: (unreadable: Unreadable | null) => void;
}>;

type Written = Extract<FromMirror, { kind: 'written' }>;

export type Mirror = Readonly<{
  change: (changes: ChangeSet) => void;
  cursor: (offset: number) => void;
  /** Returns the current offset of a place in the outline. */
  placeOf: (offset: number) => number;
  version: () => number;
  /** Sends the text to the page in a frame, now and after every change. Null stops it. */
  previewIn: (frame: Window | null) => void;
  /** Returns the current text, rewritten in a format. */
  write: (format: TextFormat) => Promise<Written>;
  end: () => void;
}>;

/** Starts the thread that holds a copy of a text (mirror-worker.ts). */
export const startMirror = (text: string, events: MirrorEvents): Mirror => {
  const worker = new Worker(new URL('./mirror-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToMirror, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  let version = 0;
  /** Changes since the version of the outline. */
  let since: { version: number; changes: ChangeDesc }[] = [];
  /** Callers that wait for a text. The worker responds in the order of the requests. */
  const waiting: ((written: Written) => void)[] = [];

  worker.onmessage = ({ data }: MessageEvent<FromMirror>) => {
    if (data.kind === 'outline') {
      since = since.filter((change) => change.version > data.version);
      events.onOutline(data.entries);
    } else if (data.kind === 'rested') events.onRest(data);
    else if (data.kind === 'preview') events.onPreview(data.unreadable);
    else waiting.shift()?.(data);
  };
  send({ kind: 'open', text });

  const write = async (format: TextFormat): Promise<Written> => {
    const asked = version;
    const written = await new Promise<Written>((resolve) => {
      waiting.push(resolve);
      send({ kind: 'write', format });
    });
    // The user typed in the meantime, and this text would lose their changes.
    return version === asked ? written : write(format);
  };

  return {
    change: (changes) => {
      version += 1;
      since.push({ version, changes: changes.desc });
      send({ kind: 'change', changes: changes.toJSON() });
    },
    cursor: (offset) => send({ kind: 'cursor', offset }),
    placeOf: (offset) => since.reduce((place, { changes }) => changes.mapPos(place), offset),
    version: () => version,
    previewIn: (frame) => {
      if (!frame) return send({ kind: 'preview', port: null });
      const { port1, port2 } = new MessageChannel();
      send({ kind: 'preview', port: port1 }, [port1]);
      // The frame has its own origin, which has no name. It gets a port, not the text itself.
      frame.postMessage('port', '*', [port2]);
    },
    write,
    end: () => worker.terminate(),
  };
};
