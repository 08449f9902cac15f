// Runs in the browser, in its own document without cookies or network (page.ts). Redoc draws a small description as one
// page. It would need minutes for a large one, so that gets a list of operations, and Redoc draws only the chosen one.
(() => {
  let spec = {};
  const dark =
    location.search.includes('theme=dark') || (!location.search && matchMedia('(prefers-color-scheme: dark)').matches);
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  /** Redoc needs about 100 ms for each operation. */
  const largestWhole = 12;
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const own = (map, key) => (isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined);

  const pathItem = (path) => {
    const item = own(spec.paths, path);
    return typeof own(item, '$ref') === 'string' ? at(stepsOf(item.$ref)) : item;
  };
  const stepsOf = (reference) =>
    reference.startsWith('#/')
      ? reference
          .slice(2)
          .split('/')
          .map((step) => {
            const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
            try {
              return decodeURIComponent(key);
            } catch {
              return key;
            }
          })
      : [];
  const at = (steps) => steps.reduce((value, step) => (Array.isArray(value) ? value[step] : own(value, step)), spec);

  const operationsOf = () =>
    Object.keys(isMap(spec.paths) ? spec.paths : {}).flatMap((path) =>
      methods.flatMap((method) => {
        const operation = own(pathItem(path), method);
        if (!isMap(operation)) return [];
        const tag = Array.isArray(operation.tags) && operation.tags.length > 0 ? String(operation.tags[0]) : 'Other';
        return [{ path, method, operation, tag, text: String(operation.summary || `${method.toUpperCase()} ${path}`) }];
      }),
    );

  /** Copies everything that `slice` refers to, directly or not, to its place in `slice`. */
  const bringReferences = (slice) => {
    const done = new Set();
    const visit = (value) => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (!isMap(value)) return undefined;
      for (const [key, part] of Object.entries(value)) {
        if (key !== '$ref' || typeof part !== 'string') visit(part);
        else if (!done.has(part)) {
          done.add(part);
          const steps = stepsOf(part);
          const target = at(steps);
          if (steps.length === 0 || steps.includes('__proto__') || target === undefined) continue;
          let place = slice;
          for (const step of steps.slice(0, -1)) {
            if (!Object.hasOwn(place, step)) place[step] = {};
            place = place[step];
            if (!isMap(place)) break;
          }
          const last = steps.at(-1);
          if (isMap(place) && !Object.hasOwn(place, last)) {
            place[last] = target;
            visit(target);
          }
        }
      }
      return undefined;
    };
    visit(slice);
  };

  /** Returns a description with one operation; with none it is the introduction. */
  const sliceOf = (chosen) => {
    const slice = {};
    const kept = [
      'openapi',
      'swagger',
      'info',
      'externalDocs',
      'servers',
      'host',
      'basePath',
      'schemes',
      'consumes',
      'produces',
      'security',
      'securityDefinitions',
    ];
    for (const key of kept) if (Object.hasOwn(spec, key)) slice[key] = spec[key];
    const schemes = own(spec.components, 'securitySchemes');
    slice.paths = {};
    if (schemes) slice.components = { securitySchemes: schemes };
    if (chosen) {
      const { description: _description, externalDocs: _docs, ...info } = isMap(slice.info) ? slice.info : {};
      slice.info = info;
      const item = pathItem(chosen.path);
      const shared = Object.fromEntries(
        ['parameters', 'servers'].flatMap((key) => (own(item, key) ? [[key, item[key]]] : [])),
      );
      slice.paths[chosen.path] = { ...shared, [chosen.method]: { ...chosen.operation, tags: undefined } };
    }
    // Copied, so that the whole description stays unchanged.
    const copy = JSON.parse(JSON.stringify(slice));
    bringReferences(copy);
    return copy;
  };

  const text = dark ? '#e6e9ef' : '#20242c';
  const theme = {
    colors: {
      primary: { main: dark ? '#8fb6ff' : '#2f55c8' },
      text: { primary: text, secondary: dark ? '#a9b2c3' : '#5b6474' },
      ...(dark && { border: { dark: '#3a4250', light: '#2a303b' }, gray: { 50: '#1d222b', 100: '#262c37' } }),
      // Redoc's own colours are for a white page.
      ...(dark && {
        responses: {
          success: { color: '#7fd69a', backgroundColor: '#17291f' },
          error: { color: '#ff9c94', backgroundColor: '#33201f' },
          redirect: { color: '#f0c674', backgroundColor: '#2f2818' },
          info: { color: '#8fc7ff', backgroundColor: '#182836' },
        },
      }),
    },
    schema: dark
      ? {
          nestedBackground: '#1d222b',
          linesColor: '#55607a',
          typeNameColor: '#a9b2c3',
          typeTitleColor: '#a9b2c3',
          requireLabelColor: '#ff9c94',
        }
      : {},
    typography: {
      fontSize: '14px',
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '600' },
      code: { fontFamily: 'ui-monospace, monospace', ...(dark && { color: '#ffb4ab', backgroundColor: '#262c37' }) },
    },
    sidebar: { backgroundColor: dark ? '#181c23' : '#fafafa', textColor: text },
    rightPanel: { backgroundColor: dark ? '#11151b' : '#263238' },
  };
  const options = {
    theme,
    disableSearch: true,
    hideDownloadButtons: true,
    hideLoading: true,
    hideFab: true,
    sanitize: true,
    untrustedSpec: true,
    nativeScrollbars: true,
  };

  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const pane = document.getElementById('documentation');
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

  const element = (name, content, className) => {
    const made = document.createElement(name);
    made.textContent = content;
    if (className) made.className = className;
    return made;
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

  /**
   * Replaces the old page when the new one is ready, so that nothing flickers while somebody types.
   *
   * @param otherwise called when Redoc fails. Default: shows the source text.
   */
  const draw = (description, otherwise) => {
    const before = [...pane.children];
    const place = pane.appendChild(document.createElement('div'));
    place.hidden = before.length > 0;
    const show = () => {
      for (const old of before.splice(0)) {
        Redoc.destroy(old);
        old.remove();
      }
      place.hidden = false;
    };
    watch(place, () => {
      if (otherwise) return otherwise();
      showAsWritten(place, description);
      return show();
    });
    Redoc.init(tame(description), options, place, show);
  };

  /** Draws the list of operations, for a description that is too long for one page. */
  const drawList = (operations) => {
    document.body.classList.add('large');
    const list = document.getElementById('operations');
    const search = document.getElementById('search');
    const choose = (button, chosen) => {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      button.setAttribute('aria-current', 'true');
      draw(sliceOf(chosen));
      scrollTo(0, 0);
      if (matchMedia('(max-width: 48rem)').matches) pane.scrollIntoView();
    };
    const overview = element('button', 'Overview');
    overview.onclick = () => choose(overview);
    list.append(overview);

    const entries = [];
    for (const [tag, members] of Map.groupBy(operations, ({ tag }) => tag)) {
      const group = document.createElement('details');
      group.append(element('summary', `${tag} (${members.length})`));
      for (const member of members) {
        const button = element('button', '');
        button.append(
          element('span', member.method.toUpperCase(), `method ${member.method}`),
          element('span', member.text),
        );
        button.title = `${member.method.toUpperCase()} ${member.path}`;
        button.onclick = () => choose(button, member);
        group.append(button);
        entries.push({ group, button, words: `${tag} ${member.method} ${member.path} ${member.text}`.toLowerCase() });
      }
      list.append(group);
    }
    search.oninput = () => {
      const wanted = search.value.trim().toLowerCase();
      const open = new Set();
      for (const { group, button, words } of entries) {
        button.hidden = !words.includes(wanted);
        if (!button.hidden) open.add(group);
      }
      for (const group of list.querySelectorAll('details')) {
        group.hidden = !open.has(group);
        group.open = wanted !== '' && open.has(group);
      }
    };
    choose(overview);
  };

  const written = document.getElementById('spec').textContent;
  if (written !== '') {
    spec = JSON.parse(written);
    const operations = operationsOf();
    if (operations.length > largestWhole) drawList(operations);
    // If one operation can't be drawn, the others still can.
    else draw(spec, () => drawList(operations));
    return;
  }

  // Preview: the editor sends a port, then texts and the operation at the cursor.
  let operations = [];
  let shown = {};
  const follow = (at) => {
    const isWhole = operations.length <= largestWhole;
    const isAt = ({ path, method }) => path === at?.path && method === at.method;
    const chosen = isWhole ? undefined : operations.find(isAt);
    const name = chosen ? `${chosen.method} ${chosen.path}` : '';
    if (shown.spec === spec && shown.name === name) return;
    if (shown.name !== name) scrollTo(0, 0);
    shown = { spec, name };
    draw(isWhole ? spec : sliceOf(chosen));
  };
  addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source !== parent || !port) return;
    port.onmessage = ({ data }) => {
      if (typeof data.text === 'string') {
        spec = JSON.parse(data.text);
        operations = operationsOf();
      }
      follow(data.at);
    };
  });
})();
