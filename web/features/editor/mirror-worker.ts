import { ChangeSet, Text } from '@codemirror/state';
import { type Tree, TreeFragment } from '@lezer/common';
import { parser as jsonParser } from '@lezer/json';
import { parser as yamlParser } from '@lezer/yaml';
import type { FromMirror, ToMirror } from './mirror-messages.ts';
import { formatOf, type OutlineEntry, operationAt, outlineOf, type TextFormat } from './outline.ts';
import { writeAs } from './readable-text.ts';

// Holds a copy of the editor's text, so that slow work does not block typing: the outline, the preview's text, the body
// of a check. Only changes are sent to it.

const scope = globalThis as unknown as {
  postMessage: (message: FromMirror) => void;
  onmessage: (event: MessageEvent<ToMirror>) => void;
};

/** Milliseconds without a change before the text is read. Slow texts wait longer. */
const shortestPause = 250;
const longestPause = 4_000;

let doc = Text.empty;
let version = 0;
let pause = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let fragments: readonly TreeFragment[] = [];
let parsedAs: TextFormat | undefined;
let entries: readonly OutlineEntry[] = [];
let offset = 0;
let preview: MessagePort | null = null;
/** The version in the preview, and the newest readable text. A new preview starts with that text. */
let previewed = -1;
let readable: string | null = null;
let isNewFrame = false;

const parse = (text: string): Tree => {
  const format = formatOf(text);
  if (format !== parsedAs) fragments = [];
  parsedAs = format;
  const tree = (format === 'json' ? jsonParser : yamlParser).parse(text, fragments);
  fragments = TreeFragment.addTree(tree, fragments);
  return tree;
};

const place = () => operationAt(entries, offset);

const showPreview = (text: string): void => {
  if (!preview || previewed === version) return;
  const written = writeAs(text, 'json');
  previewed = version;
  scope.postMessage({ kind: 'preview', unreadable: written.unreadable });
  const isNews = written.text !== null || isNewFrame;
  isNewFrame = false;
  readable = written.text ?? readable;
  if (isNews && readable !== null) preview.postMessage({ text: readable, at: place() });
};

const look = (): void => {
  const start = performance.now();
  const text = doc.toString();
  entries = outlineOf(parse(text), text);
  scope.postMessage({ kind: 'outline', version, entries });
  showPreview(text);
  scope.postMessage({ kind: 'rested', version, body: new Blob([JSON.stringify({ specText: text })]) });
  pause = Math.min(longestPause, Math.max(shortestPause, 2 * (performance.now() - start)));
};

const lookSoon = (): void => {
  clearTimeout(timer);
  timer = setTimeout(look, pause);
};

const change = (json: unknown): void => {
  const changes = ChangeSet.fromJSON(json);
  doc = changes.apply(doc);
  version += 1;
  const ranges: { fromA: number; toA: number; fromB: number; toB: number }[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => ranges.push({ fromA, toA, fromB, toB }));
  fragments = TreeFragment.applyChanges(fragments, ranges);
  lookSoon();
};

const moveTo = (next: number): void => {
  const before = place();
  offset = next;
  const now = place();
  if (preview && (before?.path !== now?.path || before?.method !== now?.method)) preview.postMessage({ at: now });
};

const handle = (message: ToMirror): void => {
  if (message.kind === 'open') {
    doc = Text.of(message.text.split(/\r\n?|\n/));
    lookSoon();
  } else if (message.kind === 'change') change(message.changes);
  else if (message.kind === 'cursor') moveTo(message.offset);
  else if (message.kind === 'write') scope.postMessage({ kind: 'written', ...writeAs(doc.toString(), message.format) });
  else {
    preview = message.port;
    previewed = -1;
    isNewFrame = true;
    // A text that was not read yet is shown when it is read.
    if (entries.length > 0) showPreview(doc.toString());
  }
};

scope.onmessage = ({ data }) => handle(data);
