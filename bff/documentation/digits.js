// Runs in the browser, before the other scripts. Whole numbers beyond 2^53 would lose digits. They go through Redoc as texts between
// two marks, and the marks are taken away from what it has drawn.
globalThis.digits = (() => {
  const [from, to] = ['\ue000', '\ue001'];
  const marked = /["']?\ue000(-?\d+)\ue001["']?/g;
  const isMarked = (value) => typeof value === 'string' && value.startsWith(from) && value.endsWith(to);
  /** Texts and numbers of JSON. A text may look as if it had a number. */
  const tokens = /"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gs;
  const isLong = (text) => /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));

  return {
    isMarked,
    /** Reads JSON. A whole number that would be rounded becomes a text with marks. */
    read: (json) =>
      JSON.parse(
        /[\s,:[]-?\d{16}/.test(json)
          ? json.replace(tokens, (token) => (isLong(token) ? `"${from}${token}${to}"` : token))
          : json,
      ),
    /** Returns a text without marks and the quotes around them. */
    clean: (text) => text.replace(marked, '$1'),
    /** Takes the marks away from everything that is drawn in an element, and from what is copied. */
    cleanIn: (pane) => {
      const cleanText = (node) => {
        if (node.nodeValue.includes(from)) node.nodeValue = digits.clean(node.nodeValue);
      };
      const cleanAll = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return cleanText(node);
        if (!node.textContent.includes(from)) return undefined;
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) cleanText(texts.currentNode);
        return undefined;
      };
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes)
          for (const node of type === 'childList' ? addedNodes : [target]) cleanAll(node);
      }).observe(pane, { childList: true, subtree: true, characterData: true });
      document.addEventListener('copy', (event) => {
        const text = String(getSelection());
        if (!text.includes(from)) return;
        event.clipboardData.setData('text/plain', digits.clean(text));
        event.preventDefault();
      });
    },
  };
})();
