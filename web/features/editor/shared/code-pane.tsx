import type { ViewUpdate } from '@codemirror/view';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOf } from '../outline.ts';
import { editorSetup } from './editor-setup.ts';
import { usePhrases } from './use-phrases.ts';

type Props = Readonly<{
  /** The first text. The editor holds the text from then on. */
  text: string;
  /** Name of the text. Default: the specification. */
  label?: string;
  isReadOnly: boolean;
  view: RefObject<EditorView | null>;
  onUpdate: (update: ViewUpdate) => void;
  onSave: () => void;
}>;

/** The text editor. It is always left to right, like all code. */
export const CodePane = ({ text, label, isReadOnly, view, onUpdate, onSave }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const phrases = usePhrases();
  const parent = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onUpdate, onSave });
  handlers.current = { onUpdate, onSave };
  const name = label ?? t('editor.code');

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; a change of the language must not lose the text
  useEffect(() => {
    if (!parent.current) return;
    const created = new EditorView({
      parent: parent.current,
      doc: text,
      extensions: editorSetup({
        format: formatOf(text),
        length: text.length,
        isReadOnly,
        label: name,
        describedBy: id,
        phrases,
        onUpdate: (update) => handlers.current.onUpdate(update),
        onSave: () => handlers.current.onSave(),
      }),
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div ref={parent} dir="ltr" className="min-h-0 flex-1 overflow-hidden" />
      <p id={id} className="shrink-0 border-border border-t px-3 py-1 text-muted text-xs">
        {t('editor.keys')}
      </p>
    </div>
  );
};
