// Runs in the browser, before reader.js. Redoc makes a model of every schema on every way that leads to it: where schemas
// refer to each other in circles, it needs minutes. `unfold` returns a copy of a part of the description in which the nearest
// schemas stand in their places. What is further away is a link to it, which the reader follows.
globalThis.unfold = (() => {
  const { at, below, stepsOf } = pointer;
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

  /** Keywords with one schema below them, with a list of schemas, and with a schema for each name. */
  const withOne =
    'items additionalProperties unevaluatedProperties additionalItems contains propertyNames not if then else'.split(
      ' ',
    );
  const withList = ['allOf', 'items', 'prefixItems', 'oneOf', 'anyOf'];
  const withNames = ['properties', 'patternProperties', 'dependentSchemas'];
  /** Returns the places of the schemas in a schema. */
  const placesIn = (schema) => [
    ...withOne.filter((word) => isMap(schema[word])).map((word) => [word]),
    ...withList
      .filter((word) => Array.isArray(schema[word]))
      .flatMap((word) => schema[word].map((_, index) => [word, index])),
    ...withNames
      .filter((word) => isMap(schema[word]))
      .flatMap((word) => Object.keys(schema[word]).map((name) => [word, name])),
  ];

  /** Keywords beside a reference that limit nothing. */
  const notes = new Set(
    'title summary description deprecated readOnly writeOnly nullable example examples default'.split(' '),
  );
  /** Keys of a description, outside its schemas, below which authors choose the keys. */
  const namesBelow = new Set(
    'paths webhooks responses headers content examples links callbacks encoding variables scopes securitySchemes securityDefinitions'.split(
      ' ',
    ),
  );
  /** Sets a field, whatever its name is: also `__proto__`. */
  const set = (holder, key, value) =>
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  const isSample = (key) => ['example', 'value', 'default', 'enum'].includes(key) || key.startsWith('x-');

  /**
   * @param spec  the whole description. It stays unchanged.
   * @param slice the part of it that is shown.
   * @param most  how many schemas stand in their places.
   * @returns `copy`; `links`: the reference of each link `#unfold-<index>` in it; `isCut`: whether a schema had no room.
   */
  return (spec, slice, most) => {
    const links = [];
    /** What is copied next: the nearest schemas first. */
    const waiting = [];
    let left = most;
    let isCut = false;

    const linkTo = (reference, { title, type, description }) => {
      const name = String(title ?? stepsOf(reference).at(-1)).replace(/[`[\]\\<>]/g, '');
      const link = `[Show \`${name}\`](#unfold-${links.push(reference) - 1})`;
      const text = typeof description === 'string' ? `${description}\n\n${link}` : link;
      return { title: name, type: typeof type === 'string' ? type : 'object', description: text };
    };

    /**
     * Follows the references of a schema. `circle`: one of them was followed on the way to it. `base`: what it refers to,
     * where it limits that further.
     */
    const resolve = ({ schema, reference, way }) => {
      const target = isMap(schema) && typeof schema.$ref === 'string' ? at(spec, schema.$ref) : undefined;
      if (target === undefined) return { schema, reference, way };
      const { $ref, ...beside } = schema;
      if (!Object.keys(beside).every((word) => notes.has(word)))
        return { schema: { title: stepsOf($ref).at(-1), ...beside }, reference, way, base: { $ref } };
      if (way.has($ref)) return { schema: beside, reference: $ref, way, isCircle: true };
      const found = resolve({ schema: target, reference: $ref, way: new Set(way).add($ref) });
      if (!isMap(found.schema)) return found;
      return { ...found, schema: { title: stepsOf($ref).at(-1), ...found.schema, ...beside } };
    };

    const copySchema = (one) => {
      const { schema, reference, way, isCircle, base } = resolve(one);
      if (isCircle) return one.put(linkTo(reference, schema));
      if (!isMap(schema)) return one.put(schema);
      const places = placesIn(schema);
      if (places.length > 0 && left <= 0) {
        isCut = true;
        return one.put(linkTo(reference, schema));
      }
      left -= places.length;
      // Redoc chooses an alternative by the name of its reference, which is gone.
      const { discriminator: _discriminator, ...copy } = schema;
      for (const [word, name] of places) {
        if (name === undefined) {
          const put = (made) => set(copy, word, made);
          waiting.push({ schema: schema[word], reference: below(reference, word), way, put });
          continue;
        }
        if (copy[word] === schema[word]) copy[word] = Array.isArray(schema[word]) ? [] : {};
        const holder = copy[word];
        const put = (made) => set(holder, name, made);
        // Keeps its place among the others.
        put(null);
        const part = { schema: schema[word][name], reference: below(reference, word, name), way, put };
        // A part of an `allOf` is the schema itself, so it is as near.
        if (word === 'allOf') copySchema(part);
        else waiting.push(part);
      }
      if (base) {
        copy.allOf ??= [];
        copySchema({ schema: base, reference, way, put: (made) => copy.allOf.push(made) });
      }
      return one.put(copy);
    };

    const copyOf = (value, reference, areNames, way) => {
      if (Array.isArray(value)) return value.map((part, index) => copyOf(part, below(reference, index), false, way));
      if (!isMap(value)) return value;
      if (!areNames && typeof value.$ref === 'string') {
        const target = way.has(value.$ref) ? undefined : at(spec, value.$ref);
        return target === undefined ? value : copyOf(target, value.$ref, false, new Set(way).add(value.$ref));
      }
      const copy = {};
      for (const [key, part] of Object.entries(value)) {
        const put = (made) => set(copy, key, made);
        if (areNames || !(key === 'schema' || isSample(key)))
          put(copyOf(part, below(reference, key), !areNames && namesBelow.has(key), way));
        else {
          put(part);
          if (key === 'schema') waiting.push({ schema: part, reference: below(reference, key), way: new Set(), put });
        }
      }
      return copy;
    };

    const copy = copyOf(slice, '#', false, new Set());
    // The loop also visits schemas that are added while it runs.
    for (const one of waiting) copySchema(one);
    return { copy, links, isCut };
  };
})();
