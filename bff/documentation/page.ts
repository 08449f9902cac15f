import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Redoc's own mark would be fetched from its maker; the policy refuses that, and the console would say so. */
const foreignImage = /https:\/\/cdn\.redoc\.ly\/[\w/-]+\.svg/g;
const noImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const redoc = readFileSync(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'), 'utf8').replace(
  foreignImage,
  noImage,
);
const ours = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [tame, reader] = [ours('./tame.js'), ours('./reader.js')];
const styles = ours('./reader.css');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** An end tag within a script would end it. */
const inScript = (script: string): string => script.replaceAll('</script', '<\\/script');
const scripts = [redoc, tame, reader].map(inScript);
const hashes = scripts.map((script) => `'sha256-${sha256(script)}'`).join(' ');

/**
 * Only our three scripts run, known by their hashes; nothing is fetched, no form is sent (requirement D7). Redoc makes its
 * styles while it runs, which is why those alone may be inline.
 */
const policy = `default-src 'none'; script-src ${hashes}; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'`;

/** For the page as the portal serves it: an origin of its own, so that it has no cookies and can't reach the portal around it. */
export const documentationPolicy = `${policy}; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">`;
const body = `<nav id="navigation" aria-label="Operations"><input id="search" type="search" aria-label="Search operations" placeholder="Search operations"><div id="operations"></div></nav><main id="documentation"></main>`;
const end = scripts.map((script) => `<script>${script}</script>`).join('');

const afterText = Buffer.from(`</script>${end}</body></html>`);

/**
 * The documentation of an API as one HTML document that loads nothing, from the portal or from anywhere else; in parts,
 * because a large one is never put together here.
 *
 * @param json the description as `inertJson` writes it. An empty one makes a page that waits for its text (reader.js): the
 *             editor's preview.
 */
export const documentationPage = (title: string, json: Uint8Array): readonly Uint8Array[] => [
  Buffer.from(
    `<!doctype html><html lang="en" dir="ltr"><head>${head}<title>${escapeHtml(title)}</title><style>${styles}</style></head>` +
      `<body>${body}<script type="application/json" id="spec">`,
  ),
  json,
  afterText,
];

const frame = sha256(head + body + styles + end);

/** Names the page that `documentationPage` makes of these, without making it: an entity tag. */
export const documentationTag = (title: string, specHash: string): string =>
  `"${sha256([frame, title, specHash].join('\n')).slice(0, 27)}"`;
