const classes: Record<string, string> = { a: 'A-Za-z', d: '0-9', l: 'a-z', s: '\\s', u: 'A-Z', w: 'A-Za-z0-9' };

/**
 * Converts a Lua pattern of Kong's schemas to a regular expression. Supports what those schemas use: anchors, sets, `*
 * + ?`, `%`-escapes and character classes. Not supported: `-` as a lazy quantifier, `%b` and captures.
 */
export function luaPattern(pattern: string): RegExp {
  let source = '';
  let inSet = false;
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern[i] ?? '';
    if (char === '%') {
      i += 1;
      const escaped = pattern[i] ?? '';
      const known = classes[escaped];
      if (known) source += inSet ? known : `[${known}]`;
      else source += `\\${escaped}`;
      continue;
    }
    if (char === '[') inSet = true;
    if (char === ']') inSet = false;
    source += /[\\/|(){}]/.test(char) ? `\\${char}` : char;
  }
  return new RegExp(source);
}
