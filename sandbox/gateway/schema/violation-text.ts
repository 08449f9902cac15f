import type { Violation, Violations } from './schema.ts';

/** Writes nested violations like Kong's Lua printer. */
function pretty(violation: Violation | null, indent = ''): string {
  if (violation === null) return 'nil';
  if (typeof violation === 'string') return `"${violation}"`;
  const inner = `${indent}  `;
  const lines = Array.isArray(violation)
    ? violation.flatMap((item, i) =>
        item === null ? [] : [`${violation.slice(0, i).includes(null) ? `[${i + 1}] = ` : ''}${pretty(item, inner)}`],
      )
    : Object.entries(violation).map(
        ([key, item]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : `["${key}"]`} = ${pretty(item, inner)}`,
      );
  return `{\n${lines.map((line) => inner + line).join(',\n')}\n${indent}}`;
}

/**
 * Returns the one-line message of a schema violation: first the checks of the whole record, then the fields by name.
 */
export function violationMessage(found: Violations): string {
  const parts: string[] = [];
  const whole = found['@entity'];
  if (Array.isArray(whole)) parts.push(...whole.map((item) => String(item)));
  for (const name of Object.keys(found).sort()) {
    const violation = found[name];
    if (name === '@entity' || violation === undefined) continue;
    if (typeof violation === 'string') parts.push(`${name}: ${violation}`);
    else
      for (const [key, item] of Object.entries(violation).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (item === null) continue;
        const at = Array.isArray(violation) ? Number(key) + 1 : key;
        parts.push(`${name}.${at}: ${typeof item === 'string' ? item : pretty(item)}`);
      }
  }
  return `${parts.length > 1 ? `${parts.length} schema violations` : 'schema violation'} (${parts.join('; ')})`;
}
