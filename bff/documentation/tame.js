// Runs in the browser, before reader.js. One unexpected value makes Redoc fail for the whole page, and Redoc fetches
// addresses in a description. `tame` returns a copy with the same meaning that causes neither.
globalThis.tame = (spec) => {
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  /** Returns whether a reference has a target other than itself. */
  const leadsSomewhere = (reference) => {
    const seen = new Set();
    let next = reference;
    while (typeof next === 'string') {
      if (!next.startsWith('#/') || seen.has(next)) return false;
      seen.add(next);
      const target = pointer.at(spec, next);
      if (target === undefined || target === null) return false;
      next = typeof target.$ref === 'string' ? pointer.byPlace(spec, target.$ref) : target.$ref;
    }
    return true;
  };
  const standIn = (reference, place) => {
    const description = `Not in this document: \`${reference.replaceAll('`', '')}\``;
    return place === 'parameters' ? { name: reference, in: 'query', description } : { description };
  };

  /** Names such as `constructor` exist in every object and confuse Redoc. A zero-width space makes them different. */
  const ownName = (name) => (name in {} ? `${name}\u200b` : name);
  /** Replaces images, which would be fetched, by their text and address. */
  const withoutImages = (text) =>
    text
      .replace(/!\[([^[\]\n]*)\](\(data:|\(|\[)/g, (all, words, rest) =>
        rest === '(data:' ? all : `[${words || 'Image'}]${rest}`,
      )
      .replace(/<img\b[^<>]*>/gi, (tag) => {
        const written = (found) => found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
        const source = written(/\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag));
        if (source.startsWith('data:')) return tag;
        const words = written(/\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)) || 'Image';
        return /^https?:/.test(source) ? `[${words}](${source})` : words;
      });

  /** The keys below these are names chosen by the author, not keywords of OpenAPI. */
  const namesBelow = new Set(
    'properties patternProperties schemas definitions $defs responses headers parameters securitySchemes securityDefinitions paths webhooks callbacks links requestBodies pathItems variables scopes mapping encoding content dependentSchemas'.split(
      ' ',
    ),
  );
  /** Keys whose values are examples, not descriptions. */
  const samples = new Set(['example', 'default', 'enum', 'const', 'value']);
  const isForm = (type) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type);
  const withoutNulls = (sample) =>
    isMap(sample) ? Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== null)) : sample;

  /** Redoc shows an exclusive limit that is a text only as the flag of a limit, as OpenAPI 3.0 writes it. */
  const takeLongLimits = (copy) => {
    for (const [flag, limit] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ])
      if (digits.isMarked(copy[flag])) Object.assign(copy, { [limit]: copy[flag], [flag]: true });
    return copy;
  };

  /** @param place the key that a value has, above lists @param areNames whether the keys of the value are names */
  const copyOf = (value, place, areNames) => {
    if (Array.isArray(value)) return value.map((part) => copyOf(part, place, false));
    if (!isMap(value)) return value;
    const reference = !areNames && typeof value.$ref === 'string' ? pointer.byPlace(spec, value.$ref) : undefined;
    if (reference !== undefined && !leadsSomewhere(reference)) return standIn(value.$ref, place);
    const copy = {};
    for (const [key, part] of Object.entries(value)) {
      if (areNames) {
        if (part === null && place !== 'scopes') continue;
        const name = place === 'properties' || place === 'encoding' ? ownName(key) : key;
        const made = copyOf(part, key, place === 'callbacks' && isMap(part) && part.$ref === undefined);
        if (place === 'content' && isForm(key) && isMap(made)) made.example &&= withoutNulls(made.example);
        if (place !== 'mapping' || leadsSomewhere(part) || /^[\w.-]+$/.test(part)) copy[name] = made;
      } else if (key === 'description' && typeof part === 'string') copy[key] = withoutImages(part);
      else if (key === 'externalValue' && typeof part === 'string') copy.value = part;
      else if (key === 'x-logo') continue;
      else if (key === 'examples' && isMap(part) && place !== 'responses') copy[key] = copyOf(part, key, true);
      else if (samples.has(key) || key === 'examples') copy[key] = part;
      else if (key === 'tags' && Array.isArray(part))
        copy[key] = part.map((tag) => (typeof tag === 'string' ? ownName(tag) : copyOf(tag, key, false)));
      else copy[key] = copyOf(part, key, namesBelow.has(key) && isMap(part));
    }
    if (reference !== undefined) copy.$ref = reference;
    return areNames ? copy : takeLongLimits(copy);
  };

  const copy = copyOf(spec, '', false);
  for (const tag of Array.isArray(copy.tags) ? copy.tags : [])
    if (typeof tag?.name === 'string') tag.name = ownName(tag.name);
  if (copy['x-tagGroups'] !== undefined) {
    const groups = Array.isArray(copy['x-tagGroups']) ? copy['x-tagGroups'] : [];
    copy['x-tagGroups'] = groups.filter((group) => isMap(group) && Array.isArray(group.tags));
  }
  return copy;
};
