import { StreamLanguage, type StringStream } from '@codemirror/language';

type State = {
  /**
   * Indentation of the line above a text block (`
   * `, `>`).
   */
  block: number | null;
};

/** The patterns with their colors, in the order in which they are tried. */
const tokens: readonly [RegExp, string][] = [
  [/^#.*/, 'comment'],
  [/^(?:"(?:[^"\\]|\\.)*"|'[^']*')(?=\s*:)/, 'propertyName'],
  [/^[^\s#"'[\]{},&*!|>%@`:-][^\s#:]*(?: [^\s#:]+)*(?=\s*:(?:\s|$))/, 'propertyName'],
  [/^(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)/, 'string'],
  [/^(?:true|false|null|~)(?=\s*(?:$|[,\]}#]))/, 'bool'],
  [/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:$|[,\]}#]))/, 'number'],
  [/^[&*!][^\s,[\]{}]+/, 'labelName'],
  [/^(?:[{}[\],:?]|-(?=\s|$))/, 'punctuation'],
];

const token = (stream: StringStream, state: State): string | null => {
  if (stream.sol()) {
    if (state.block !== null && stream.indentation() > state.block) {
      stream.skipToEnd();
      return null;
    }
    state.block = null;
  }
  if (stream.eatSpace()) return null;
  if (stream.match(/^[|>][+-]?\d?[+-]?\s*$/)) {
    state.block = stream.indentation();
    return 'meta';
  }
  for (const [pattern, name] of tokens) if (stream.match(pattern)) return name;
  if (!stream.match(/^[^\s,{}[\]"']+/)) stream.next();
  return null;
};

/**
 * Colors YAML and JSON line by line, by their appearance. A parser that knows the whole text is too slow after each
 * keystroke if the text has megabytes. This one starts where the user looks.
 */
export const largeText = StreamLanguage.define<State>({
  name: 'large-text',
  startState: () => ({ block: null }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: '#' } },
});

/** Returns whether a text is so long that it is colored by its appearance. */
export const isLarge = (length: number): boolean => length > 1_000_000;
