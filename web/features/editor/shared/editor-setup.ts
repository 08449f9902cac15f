import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import type { TextFormat } from '../outline.ts';
import { editorLook } from './editor-look.ts';
import { isLarge, largeText } from './large-text.ts';

type Options = Readonly<{
  format: TextFormat;
  /** Number of characters at the start. */
  length: number;
  isReadOnly: boolean;
  /** Name of the text, and the id of the element that describes how to leave it by keyboard. */
  label: string;
  describedBy: string;
  phrases: Readonly<Record<string, string>>;
  onUpdate: (update: ViewUpdate) => void;
  onSave: () => void;
}>;

const language = new Compartment();
const languageOf = (format: TextFormat, length: number): Extension => {
  if (isLarge(length)) return largeText;
  return format === 'json' ? json() : yaml();
};

/** Changes the syntax coloring to another format, for a text of this length. */
export const changeFormat = (format: TextFormat, length: number) => language.reconfigure(languageOf(format, length));

/**
 * Returns all extensions of the editor. Tab indents. Escape and then Tab leaves the editor, as CodeMirror defines it.
 */
export const editorSetup = ({ format, length, isReadOnly, label, describedBy, phrases, onUpdate, onSave }: Options) => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  language.of(languageOf(format, length)),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorState.readOnly.of(isReadOnly),
  EditorState.phrases.of(phrases),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    spellcheck: 'false',
    tabindex: '0',
  }),
  EditorView.updateListener.of(onUpdate),
  keymap.of([
    {
      key: 'Mod-s',
      preventDefault: true,
      run: () => {
        onSave();
        return true;
      },
    },
    { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    indentWithTab,
  ]),
  editorLook,
];
