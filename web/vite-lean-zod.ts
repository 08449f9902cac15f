import type { Plugin } from 'vite';

/**
 * Parts of zod's schemas that the browser never uses: JSON Schema output and English messages (our texts are in i18n/).
 * They are a tenth of the JavaScript before the first screen. A build fails if zod has changed so much that a pattern
 * is not found.
 */
const unused: readonly RegExp[] = [
  /^ *inst\._zod\.processJSONSchema = .*;$/gm,
  /^ *(?:input|output): createStandardJSONSchemaMethod\(this, "(?:input|output)"\),$/gm,
  /^ *return createToJSONSchemaMethod\(this, \{\}\)\(params\);$/gm,
  /if \(!core\.globalConfig\.localeError\)\s+core\.config\(en\(\)\);/g,
];

export const leanZod = (): Plugin => ({
  name: 'portico:lean-zod',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/zod\/v4\/classic\/schemas\.js$/.test(id)) return null;
    const missing = unused.find((pattern) => code.search(pattern) < 0);
    if (missing) throw new Error(`zod no longer has the part that this plugin removes: ${missing}`);
    return { code: unused.reduce((rest, pattern) => rest.replace(pattern, ''), code), map: null };
  },
});
