import { StreamLanguage, type StringStream } from '@codemirror/language';

type State = {
  /** The indentation of the line that a block of text (`|`, `>`) belongs to. */
  block: number | null;
};

/** Each with what it is coloured as; in the order in which they are tried. */
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
 * YAML and JSON by their look, line by line. A parser that knows the whole text has too much to do after each keystroke
 * when that is megabytes; this one begins where somebody looks.
 */
export const largeText = StreamLanguage.define<State>({
  name: 'large-text',
  startState: () => ({ block: null }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: '#' } },
});

/** Characters from which a text is coloured by its look. */
export const isLarge = (length: number): boolean => length > 1_000_000;
