/** The part of marked that we use: the tokens of a text. components/text/markdown.tsx renders them. */
declare module 'marked' {
  type Cell = Readonly<{ tokens: readonly Token[] }>;
  type Item = Readonly<{ tokens: readonly Token[] }>;

  export type Token =
    | Readonly<{ type: 'space' | 'hr' | 'br' | 'def'; raw: string }>
    | Readonly<{ type: 'code' | 'codespan' | 'escape' | 'html'; raw: string; text: string }>
    | Readonly<{ type: 'text'; raw: string; text: string; tokens?: readonly Token[] }>
    | Readonly<{ type: 'paragraph' | 'strong' | 'em' | 'del' | 'blockquote'; raw: string; tokens: readonly Token[] }>
    | Readonly<{ type: 'heading'; raw: string; depth: number; tokens: readonly Token[] }>
    | Readonly<{ type: 'list'; raw: string; ordered: boolean; start: number | ''; items: readonly Item[] }>
    | Readonly<{ type: 'table'; raw: string; header: readonly Cell[]; rows: readonly (readonly Cell[])[] }>
    | Readonly<{ type: 'link'; raw: string; href: string; text: string; tokens: readonly Token[] }>
    | Readonly<{ type: 'image'; raw: string; href: string; text: string }>;

  /** Reads Markdown as tokens. In the `text` of words and code, `<>&"'` are entities. */
  export const lexer: (text: string, options?: Readonly<{ gfm?: boolean }>) => readonly Token[];
}
