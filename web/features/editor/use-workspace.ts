import { setDiagnostics } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SpecProblem } from '#domain/api/lint.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { type Mirror, startMirror } from './mirror.ts';
import type { Rested, Unreadable } from './mirror-messages.ts';
import { formatOf, type OutlineEntry, type TextFormat } from './outline.ts';
import { changeFormat } from './shared/editor-setup.ts';
import { useLint } from './use-lint.ts';

/** The newest readable text that differs from the saved one. `isNewest` is false if the current text can't be read. */
export type ChangedText = Rested & Readonly<{ isNewest: boolean }>;

/** Everything that is known about the text in the editor. The mirror does all slow work. */
export const useWorkspace = (text: string) => {
  const errorText = useErrorText();
  const view = useRef<EditorView | null>(null);
  const mirror = useRef<Mirror>(undefined);
  /** The text at the opening or the last save. */
  const saved = useRef<Text>(undefined);
  /** The current text. It remains after its view is gone. */
  const current = useRef<Text>(undefined);
  const [isDirty, setDirty] = useState(false);
  const [entries, setEntries] = useState<readonly OutlineEntry[]>([]);
  const [problems, setProblems] = useState<readonly SpecProblem[]>([]);
  const [changed, setChanged] = useState<ChangedText>();
  const [unreadable, setUnreadable] = useState<Unreadable | null>(null);

  const isAsSaved = () => !current.current || !saved.current || current.current.eq(saved.current);

  const lint = useLint((result, rested) => {
    // The user is typing. These places belong to an older text, and the next response is on its way.
    if (!view.current || rested.version !== mirror.current?.version()) return;
    setProblems(result.problems);
    const { state } = view.current;
    view.current.dispatch(setDiagnostics(state, diagnosticsOf(state.doc, result.problems, errorText)));
    if (isAsSaved()) setChanged(undefined);
    else if (result.document) setChanged({ ...rested, isNewest: true });
    else setChanged((before) => before && { ...before, isNewest: false });
  });

  const { check } = lint;
  useEffect(() => {
    saved.current = view.current?.state.doc;
    current.current = saved.current;
    const started = startMirror(text, {
      onOutline: setEntries,
      onPreview: setUnreadable,
      onRest: (rested) => void check(rested),
    });
    mirror.current = started;
    return () => {
      mirror.current = undefined;
      started.end();
    };
  }, [text, check]);

  const onUpdate = (update: ViewUpdate) => {
    if (update.docChanged) {
      current.current = update.state.doc;
      mirror.current?.change(update.changes);
      setDirty(!(saved.current && update.state.doc.eq(saved.current)));
    }
    if (update.docChanged || update.selectionSet) mirror.current?.cursor(update.state.selection.main.head);
  };

  const go = useCallback((offset: number) => {
    const editor = view.current;
    if (!editor) return;
    const anchor = Math.min(offset, editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 40 }) });
    editor.focus();
  }, []);

  const goTo = useCallback((entry: OutlineEntry) => go(mirror.current?.placeOf(entry.from) ?? entry.from), [go]);

  /** Replaces the whole text in one step that can be undone. */
  const replace = (by: string, format: TextFormat) => {
    const editor = view.current;
    editor?.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: by },
      selection: { anchor: 0 },
      effects: changeFormat(format, by.length),
      scrollIntoView: true,
    });
  };

  /** Rewrites the whole text in a format. Returns the reason if it can't. */
  const write = async (format: TextFormat): Promise<Unreadable | null> => {
    const written = await mirror.current?.write(format);
    if (!written) return null;
    if (written.text === null) return written.unreadable;
    replace(written.text, format);
    return null;
  };

  return {
    view,
    isDirty,
    entries,
    problems,
    unreadable,
    changed,
    lint: lint.state,
    onUpdate,
    goTo,
    go,
    write,
    continueWith: (draft: string) => replace(draft, formatOf(draft)),
    /** Returns the unsaved text. Undefined if all is saved. */
    unsaved: () => (isAsSaved() ? undefined : current.current?.toString()),
    showPreviewIn: useCallback((frame: Window | null) => mirror.current?.previewIn(frame), []),
    /** Returns the text, and a function that marks it as saved. Later changes stay unsaved. */
    toSave: () => {
      const doc = view.current?.state.doc;
      const specText = doc?.toString() ?? '';
      return {
        specText,
        isSaved: () => {
          saved.current = doc;
          const isStill = doc !== undefined && view.current?.state.doc.eq(doc) === true;
          setDirty(!isStill);
          if (isStill) setChanged(undefined);
        },
      };
    },
    format: () => formatOf(view.current?.state.sliceDoc(0, 1000) ?? ''),
  };
};

export type Workspace = ReturnType<typeof useWorkspace>;
