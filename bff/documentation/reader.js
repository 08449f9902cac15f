// Runs in the browser, in its own document without cookies or network (page.ts). Redoc draws a small description as one
// page. It would need minutes for a large one, so that gets a list of operations, and Redoc draws only the chosen one.
(() => {
  let spec = {};
  const asked = new URLSearchParams(location.search);
  const theme = asked.get('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  /** Redoc needs about 100 ms for each operation. */
  const largestWhole = 12;
  /** Redoc needs about half a millisecond for each schema. */
  const mostSchemas = { whole: 3_000, operation: 800 };
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const own = (map, key) => (isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined);

  const pathItem = (path) => {
    const item = own(spec.paths, path);
    return typeof own(item, '$ref') === 'string' ? pointer.at(spec, item.$ref) : item;
  };

  const operationsOf = () =>
    Object.keys(isMap(spec.paths) ? spec.paths : {}).flatMap((path) =>
      methods.flatMap((method) => {
        const operation = own(pathItem(path), method);
        if (!isMap(operation)) return [];
        const tag = Array.isArray(operation.tags) && operation.tags.length > 0 ? String(operation.tags[0]) : 'Other';
        return [{ path, method, operation, tag, text: String(operation.summary || `${method.toUpperCase()} ${path}`) }];
      }),
    );

  const nameOf = ({ method, path }) => `${method.toUpperCase()} ${path}`;

  /** Returns whether the description is drawn as one page. */
  const isShort = (operations) =>
    operations.length <= largestWhole &&
    !unfold(spec, { paths: spec.paths, webhooks: spec.webhooks }, mostSchemas.whole).isCut;

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
      // Tags would make a heading for each.
      const { tags: _tags, ...operation } = chosen.operation;
      slice.paths[chosen.path] = { ...shared, [chosen.method]: operation };
    }
    return slice;
  };

  document.documentElement.dataset.theme = theme;
  const element = (name, content, className) => {
    const made = document.createElement(name);
    made.textContent = content;
    if (className) made.className = className;
    return made;
  };
  const pane = document.getElementById('documentation');
  digits.cleanIn(pane);
  const { draw, top } = drawnIn(pane, document.getElementById('way'), lookOf(theme === 'dark'), element);

  /** Draws a schema alone. Redoc draws one where a section of an introduction names it. */
  const drawSchema = (reference) => {
    const { copy, links } = unfold(spec, { schema: { $ref: reference } }, mostSchemas.operation);
    const name = String(copy.schema?.title ?? pointer.stepsOf(reference).at(-1));
    const text = typeof copy.schema?.description === 'string' ? copy.schema.description : '';
    const description = `${text}\n\n# Schema\n\n<SchemaDefinition schemaRef="#/components/schemas/shown" />`;
    const openapi = typeof spec.openapi === 'string' ? spec.openapi : '3.0.3';
    const alone = {
      openapi,
      info: { title: name, version: '', description },
      paths: {},
      components: { schemas: { shown: copy.schema } },
    };
    draw(alone, { links, title: name, isOpened: true });
  };
  pane.addEventListener(
    'click',
    (event) => {
      const link = event.target.closest('a[href^="#unfold-"]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      drawSchema(top().links[Number(link.hash.slice('#unfold-'.length))]);
    },
    true,
  );

  const drawPart = (chosen) => {
    const { copy, links } = unfold(spec, sliceOf(chosen), mostSchemas.operation);
    draw(copy, { links, title: chosen ? nameOf(chosen) : 'Overview' });
  };

  /** Draws the list of operations, for a description that is too long for one page. */
  const drawList = (operations) => {
    document.body.classList.add('large');
    const list = document.getElementById('operations');
    const search = document.getElementById('search');
    const choose = (button, chosen) => {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      button.setAttribute('aria-current', 'true');
      drawPart(chosen);
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
        button.title = nameOf(member);
        button.onclick = () => choose(button, member);
        group.append(button);
        entries.push({
          group,
          button,
          member,
          words: `${tag} ${member.method} ${member.path} ${member.text}`.toLowerCase(),
        });
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
    const wanted = entries.find(({ member }) => nameOf(member) === asked.get('operation'));
    if (!wanted) return choose(overview);
    wanted.group.open = true;
    wanted.button.scrollIntoView({ block: 'center' });
    return choose(wanted.button, wanted.member);
  };

  const written = document.getElementById('spec').textContent;
  if (written !== '') {
    spec = digits.read(written);
    const operations = operationsOf();
    if (asked.has('operation') || !isShort(operations)) drawList(operations);
    // If one operation can't be drawn, the others still can.
    else draw(spec, { otherwise: () => drawList(operations) });
    return;
  }

  // Preview: the editor sends a port, then texts and the operation at the cursor.
  let operations = [];
  let shown = {};
  const follow = (at) => {
    const isWhole = isShort(operations);
    const isAt = ({ path, method }) => path === at?.path && method === at.method;
    const chosen = isWhole ? undefined : operations.find(isAt);
    const name = chosen ? `${chosen.method} ${chosen.path}` : '';
    if (shown.spec === spec && shown.name === name) return;
    if (shown.name !== name) scrollTo(0, 0);
    shown = { spec, name };
    if (isWhole) draw(spec);
    else drawPart(chosen);
  };
  addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source !== parent || !port) return;
    port.onmessage = ({ data }) => {
      if (typeof data.text === 'string') {
        spec = digits.read(data.text);
        operations = operationsOf();
      }
      follow(data.at);
    };
  });
})();
