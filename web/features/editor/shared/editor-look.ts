import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colors of the portal's themes. Each has a contrast of at least 4.5:1 on its surface (styles/tokens.css). */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--success)' },
  { tag: tags.content, color: 'var(--foreground)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--warning)' },
  { tag: [tags.typeName, tags.labelName, tags.attributeValue], color: 'var(--info)' },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

const control = {
  border: '1px solid var(--control)',
  borderRadius: '6px',
  backgroundColor: 'var(--surface)',
  backgroundImage: 'none',
  color: 'var(--foreground)',
  fontSize: '0.8125rem',
  minHeight: '1.75rem',
  padding: '0 0.5rem',
  margin: '0',
};

const frame = EditorView.theme({
  '&': { height: '100%', color: 'var(--foreground)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono, monospace)', fontSize: '0.8125rem', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--foreground)', padding: '0.5rem 0' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in oklch, var(--hover) 60%, transparent)',
    color: 'inherit',
  },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', color: 'var(--muted)', border: '0', padding: '0 0.375rem' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklch, var(--warning) 22%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklch, var(--accent) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'color-mix(in oklch, var(--danger) 18%, transparent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--foreground)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.375rem',
    padding: '0.5rem 2.25rem 0.5rem 0.5rem',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%' },
  '.cm-panel.cm-search label': { display: 'flex', alignItems: 'center', gap: '0.25rem', fontSize: '0.8125rem' },
  '.cm-textfield, .cm-button': control,
  '.cm-panel.cm-search .cm-textfield': control,
  '.cm-panel.cm-search [name=close]': { color: 'var(--muted)', fontSize: '1.25rem', insetInlineEnd: '0.5rem' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--foreground)',
    border: '1px solid var(--border)',
    borderRadius: '6px',
  },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderInlineStart: '3px solid var(--warning)' },
  '.cm-diagnosticSource': { opacity: '1', color: 'var(--muted)' },
});

export const editorLook = [frame, syntaxHighlighting(colours)];
