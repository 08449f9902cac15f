import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html } from 'hono/html';

/**
 * What is changed in Redoc's script. Its logo is on its maker's server: the policy refuses it, with an error in the console. Its
 * buttons of alternatives are white, whatever the theme.
 */
const changes = [
  [
    /https:\/\/cdn\.redoc\.ly\/[\w/-]+\.svg/g,
    'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  ],
  [/(\$active\?`[\\n ]*)color: white/g, '$1color: Canvas'],
  [/background-color: white/g, 'background-color: Canvas'],
] as const;

const redoc = changes.reduce(
  (script, [from, to]) => {
    if (script.search(from) < 0) throw new Error(`Redoc's script has no ${from.source}`);
    return script.replace(from, to);
  },
  readFileSync(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'), 'utf8'),
);
const ours = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const own = ['./digits.js', './pointer.js', './tame.js', './unfold.js', './look.js', './drawn.js', './reader.js'].map(
  ours,
);
const styles = ours('./reader.css');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Escapes an end tag inside a script, which would end the script. */
const inScript = (script: string): string => script.replaceAll('</script', '<\\/script');
const scripts = [redoc, ...own].map(inScript);
const hashes = scripts.map((script) => `'sha256-${sha256(script)}'`).join(' ');

/**
 * Only our own scripts and Redoc run, identified by their hashes. Nothing is fetched and no form is sent (requirement D7). Redoc
 * creates its styles at run time, so only styles may be inline.
 */
const policy = `default-src 'none'; script-src ${hashes}; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'`;

/** The policy of the page in the portal. The sandbox gives it its own origin: no cookies, no access to the portal. */
export const documentationPolicy = `${policy}; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`;

const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">`;
const body = `<nav id="navigation" aria-label="Operations"><input id="search" type="search" aria-label="Search operations" placeholder="Search operations"><div id="operations"></div></nav><main><nav id="way" aria-label="Way back" hidden></nav><div id="documentation"></div></main>`;
const end = scripts.map((script) => `<script>${script}</script>`).join('');

const afterText = Buffer.from(`</script>${end}</body></html>`);

/**
 * Returns the documentation of an API as one HTML document that loads nothing. Returns parts, because a large document is
 * never joined in memory.
 *
 * @param json the description from `inertJson`. Empty: the page waits for its text (reader.js), for the editor's
 *             preview.
 */
export const documentationPage = (title: string, json: Uint8Array): readonly Uint8Array[] => [
  Buffer.from(
    `<!doctype html><html lang="en" dir="ltr"><head>${head}${html`<title>${title}</title>`}<style>${styles}</style></head>` +
      `<body>${body}<script type="application/json" id="spec">`,
  ),
  json,
  afterText,
];

const frame = sha256(head + body + styles + end);

/** Returns the entity tag of the page that `documentationPage` would make, without making it. */
export const documentationTag = (title: string, specHash: string): string =>
  `"${sha256([frame, title, specHash].join('\n')).slice(0, 27)}"`;
