import type { ChangeDesc, ChangeSet } from '@codemirror/state';
import type { FromMirror, Rested, ToMirror, Unreadable } from './mirror-messages.ts';
import type { OutlineEntry, TextFormat } from './outline.ts';

export type MirrorEvents = Readonly<{
  onOutline: (entries: readonly OutlineEntry[]) => void;
  /** Nothing was typed for a while. */
  onRest: (rested: Rested) => void;
  /** Whether the preview shows the text, or an older one because this one can't be read. */
  onPreview: (unreadable: Unreadable | null) => void;
}>;

type Written = Extract<FromMirror, { kind: 'written' }>;

export type Mirror = Readonly<{
  change: (changes: ChangeSet) => void;
  cursor: (offset: number) => void;
  /** Where a place of the outline is by now. */
  placeOf: (offset: number) => number;
  version: () => number;
  /** Sends the text, now and whenever it changes, to the page in a frame; to none without. */
  previewIn: (frame: Window | null) => void;
  /** The text as it is when this is answered, written anew in a format. */
  write: (format: TextFormat) => Promise<Written>;
  end: () => void;
}>;

/** Starts the thread that holds a text a second time (mirror-worker.ts). */
export const startMirror = (text: string, events: MirrorEvents): Mirror => {
  const worker = new Worker(new URL('./mirror-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToMirror, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  let version = 0;
  /** What happened since the text that the outline is of. */
  let since: { version: number; changes: ChangeDesc }[] = [];
  /** Who waits for a text: the worker answers in the order in which it was asked. */
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
    // Somebody typed meanwhile: what was written would take it away.
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
      // The frame has an origin of its own, which has no name. It gets a way to the text, not the text.
      frame.postMessage('port', '*', [port2]);
    },
    write,
    end: () => worker.terminate(),
  };
};
