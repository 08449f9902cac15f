import type { Plugin } from 'vite';

/**
 * Libraries that put a <style> element into the page, which `style-src 'self'` refuses. Their rules are in
 * styles/vendor.css or in an adopted style sheet instead. A build fails if a library has changed so much that its
 * pattern is not found.
 */
const replacements: readonly { file: RegExp; find: RegExp; put: string }[] = [
  // The rules of the toasts come from sonner/dist/styles.css.
  {
    file: /\/sonner\/dist\/index\.mjs$/,
    find: /if \(!code \|\| typeof document == 'undefined'\) return/,
    put: 'return',
  },
  // Hides the scroll bar of a select's list. See styles/vendor.css.
  { file: /\/react-select\/dist\/index\.mjs$/, find: /jsx\(\s*"style",\s*\{[^()]*\n\s{6}\),/, put: 'null,' },
  // Puts the code editor's rules into an adopted style sheet, as it does within shadow roots.
  {
    file: /\/style-mod\/src\/style-mod\.js$/,
    find: /!root\.head && root\.adoptedStyleSheets/,
    put: 'root.adoptedStyleSheets',
  },
  // Locks the page's scrolling behind a dialog, with the same rules in an adopted style sheet.
  {
    file: /\/react-style-singleton\/dist\/es2015\/singleton\.js$/,
    find: /[\s\S]+/,
    put: `export const stylesheetSingleton = () => {
      let users = 0;
      const sheet = new CSSStyleSheet();
      return {
        add: (css) => {
          if (users++ > 0) return;
          sheet.replaceSync(css);
          document.adoptedStyleSheets.push(sheet);
        },
        remove: () => {
          if (--users > 0) return;
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
        },
      };
    };`,
  },
];

/** Makes the built app work with a content security policy without `unsafe-inline`. */
export const strictStyles = (): Plugin => ({
  name: 'portico:strict-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0] ?? id;
    const replacement = replacements.find((entry) => entry.file.test(file));
    if (!replacement) return null;
    if (!replacement.find.test(code)) throw new Error(`${file} no longer injects its style the way this plugin knows`);
    return { code: code.replace(replacement.find, replacement.put.replaceAll('$', '$$$$')), map: null };
  },
});
