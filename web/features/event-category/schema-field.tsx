import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { CodePane } from '../editor/shared/code-pane.tsx';
import { prettyJson } from './pretty-json.ts';

type Props = Readonly<{ label: string; value: string; onChange: (schema: string) => void; onSave: () => void }>;

/** The schema of one event as JSON of its own, so that nobody writes JSON inside a JSON text. */
export const SchemaField = ({ label, value, onChange, onSave }: Props) => {
  const view = useRef<EditorView | null>(null);
  const own = useRef(value);
  const [shown, setShown] = useState({ round: 0, text: prettyJson(value) });
  useEffect(() => {
    if (value === own.current) return;
    // The other editor has changed it.
    own.current = value;
    setShown(({ round }) => ({ round: round + 1, text: prettyJson(value) }));
  }, [value]);
  return (
    <div className="h-80 overflow-hidden rounded-card border border-border">
      <CodePane
        key={shown.round}
        text={shown.text}
        label={label}
        isReadOnly={false}
        view={view}
        onUpdate={(update) => {
          if (!update.docChanged) return;
          own.current = update.state.doc.toString();
          onChange(own.current);
        }}
        onSave={onSave}
      />
    </div>
  );
};
