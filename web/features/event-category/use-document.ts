import { setDiagnostics } from '@codemirror/lint';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { eventDocument } from '#domain/event-category/document.ts';
import type { EventCategoryBody, EventCategoryInput } from '#domain/event-category/schema.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { type DocumentProblem, readDocument, textOfDocument } from './read-document.ts';

export type CategoryForm = UseFormReturn<EventCategoryInput, unknown, EventCategoryBody>;

/** Returns a value as the form's fields can show it, or undefined where it can't. */
const shownIn = (name: string, value: unknown): unknown => {
  if (name === 'businessArea') return typeof value === 'number' ? value : undefined;
  if (name !== 'events') return typeof value === 'string' ? value : '';
  if (!Array.isArray(value)) return undefined;
  return value.map((event: unknown) => {
    const fields = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>;
    const text = (of: string) => (typeof fields[of] === 'string' ? fields[of] : '');
    const texts = Object.keys(eventDocument.shape)
      .filter((of) => of !== 'id')
      .map((of) => [of, text(of)]);
    return { ...Object.fromEntries(texts), id: typeof fields.id === 'number' ? fields.id : 0 };
  });
};

/**
 * Keeps the form and the JSON editor at the same document. What is typed into one of them is put into the other at once. The text
 * counts: it is what is checked and saved.
 */
export const useDocument = (form: CategoryForm) => {
  const view = useRef<EditorView | null>(null);
  const [first] = useState(() => textOfDocument(form.getValues()));
  const [text, setText] = useState(first);
  /** Which of the two is being changed by the other. */
  const isPut = useRef({ form: false, text: false });

  useEffect(() => {
    const { unsubscribe } = form.watch(() => {
      const editor = view.current;
      if (isPut.current.form || !editor) return;
      const insert = textOfDocument(form.getValues());
      isPut.current.text = true;
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } });
      isPut.current.text = false;
    });
    return unsubscribe;
  }, [form]);

  const putIntoForm = (next: string) => {
    const { value } = readDocument(next);
    if (!value) return;
    isPut.current.form = true;
    for (const name of ['name', 'type', 'description', 'businessArea', 'events'] as const) {
      const shown = shownIn(name, value[name]);
      // The schema of the form says whether it is right.
      if (shown !== undefined) form.setValue(name, shown as never, { shouldValidate: true });
    }
    isPut.current.form = false;
  };

  const onUpdate = (update: ViewUpdate) => {
    if (!update.docChanged) return;
    const next = update.state.doc.toString();
    setText(next);
    if (!isPut.current.text) putIntoForm(next);
  };

  const read = useMemo(() => readDocument(text), [text]);
  return { view, first, text, read, isDirty: text !== first, onUpdate };
};

/** Marks problems at their lines in the editor. */
export const useMarks = (
  view: Readonly<{ current: EditorView | null }>,
  text: string,
  problems: readonly DocumentProblem[],
): void => {
  const errorText = useErrorText();
  useEffect(() => {
    const editor = view.current;
    // The text has gone on: its own problems come with it.
    if (!editor || editor.state.doc.toString() !== text) return;
    const marks = problems.map((problem) => ({
      from: problem.from,
      to: problem.to,
      severity: 'error' as const,
      message: errorText(problem),
    }));
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [view, text, problems, errorText]);
};
