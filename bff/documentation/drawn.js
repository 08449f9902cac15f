// Runs in the browser, before reader.js. Draws descriptions with Redoc, one above the other.
globalThis.drawnIn = (pane, way, look, element) => {
  /** What was drawn, and each schema that was opened from the one before. Only the last is visible. */
  const views = [];
  /** The place that is being drawn. */
  let latest;

  /** Links of a description open in a new window, and only web and mail addresses work. */
  const takeLinks = () => {
    for (const link of pane.querySelectorAll('a[href]:not([href^="#"])')) {
      if (['http:', 'https:', 'mailto:'].includes(link.protocol)) {
        link.target = '_blank';
        link.rel = 'noopener noreferrer';
      } else link.removeAttribute('href');
    }
  };
  new MutationObserver(takeLinks).observe(pane, { childList: true, subtree: true, attributeFilter: ['href'] });

  const remove = (place) => {
    Redoc.destroy(place);
    place.remove();
  };
  /** Shows the source text. When Redoc fails, it shows only an internal error. */
  const showAsWritten = (place, description) => {
    Redoc.destroy(place);
    place.replaceChildren(
      element('p', 'This part can\u2019t be drawn. Here it is as it is written.', 'unreadable'),
      element('pre', JSON.stringify(description, undefined, 2)),
    );
  };
  /** Watches the page, because Redoc does not report that it has failed. */
  const watch = (place, gaveUp) => {
    const observer = new MutationObserver(() => {
      if (place.querySelector('.redoc-wrap')) observer.disconnect();
      else if (place.textContent.includes('ReDoc Version')) {
        observer.disconnect();
        gaveUp();
      }
    });
    observer.observe(place, { childList: true, subtree: true });
  };

  const goBack = (index) => {
    for (const { place } of views.splice(index + 1)) remove(place);
    views[index].place.hidden = false;
    showWay();
    scrollTo(0, views[index].scroll);
  };
  /** Shows the way to an opened schema. Each step leads back. */
  const showWay = () => {
    way.hidden = views.length < 2;
    way.replaceChildren(
      ...views.map(({ title }, index) => {
        const step = element(index < views.length - 1 ? 'button' : 'span', title);
        step.onclick = () => index < views.length - 1 && goBack(index);
        return step;
      }),
    );
  };

  /** Returns the visible view. */
  const top = () => views.at(-1);

  return {
    top,
    /**
     * Draws a description in the place of what was drawn, when it is ready, so that nothing flickers while somebody types.
     *
     * @param isOpened  whether it is a schema that was opened from the visible view. That stays below it.
     * @param links     references of its links, see unfold.js.
     * @param otherwise called when Redoc fails. Default: shows the source text.
     */
    draw: (description, { title = '', links = [], isOpened = false, otherwise } = {}) => {
      const place = pane.appendChild(document.createElement('div'));
      place.hidden = views.length > 0;
      latest = place;
      const show = () => {
        if (latest !== place) return remove(place);
        // Redoc also calls this after it has failed.
        if (top()?.place === place) return undefined;
        if (isOpened) Object.assign(views.at(-1), { scroll: scrollY }).place.hidden = true;
        else for (const old of views.splice(0)) remove(old.place);
        views.push({ place, title, links });
        place.hidden = false;
        showWay();
        if (isOpened) scrollTo(0, 0);
        return undefined;
      };
      watch(place, () => {
        if (otherwise) {
          remove(place);
          return otherwise();
        }
        showAsWritten(place, description);
        return show();
      });
      Redoc.init(tame(description), look, place, show);
    },
  };
};
