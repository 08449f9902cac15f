// Runs in the browser, before the other scripts. References of a description to its own parts, as specs/spec-tree.ts
// follows them.
globalThis.pointer = (() => {
  const decoded = (step) => {
    try {
      return decodeURIComponent(step);
    } catch {
      return step;
    }
  };
  /** Returns the steps of a reference into the description (RFC 6901); none for another reference. */
  const stepsOf = (reference) =>
    reference.startsWith('#/')
      ? reference
          .slice(2)
          .split('/')
          .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      : [];
  const own = (value, step) => {
    if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,6})$/.test(step) ? value[Number(step)] : undefined;
    return typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? value[step] : undefined;
  };

  /** Returns what a reference leads to, also through other references; undefined when it leads nowhere. */
  const at = (spec, reference, left = 20) => {
    const steps = stepsOf(reference);
    if (steps.length === 0 || left === 0) return undefined;
    return steps.reduce((value, step) => {
      const further = own(value, step);
      return further === undefined && typeof own(value, '$ref') === 'string'
        ? own(at(spec, value.$ref, left - 1), step)
        : further;
    }, spec);
  };
  const encoded = (step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'));

  const below = (reference, ...steps) => [reference, ...steps.map(encoded)].join('/');

  const known = new WeakMap();
  /** Returns the places of the anchors in a description by their names. The first of a name counts. */
  const anchorsIn = (spec) => {
    const found = known.get(spec) ?? new Map();
    if (known.has(spec)) return found;
    known.set(spec, found);
    const waiting = [[spec, '#']];
    for (const [value, reference] of waiting) {
      if (typeof value !== 'object' || value === null) continue;
      for (const name of [value.$anchor, value.$dynamicAnchor])
        if (typeof name === 'string' && !found.has(name)) found.set(name, reference);
      for (const [key, part] of Object.entries(value)) waiting.push([part, below(reference, key)]);
    }
    return found;
  };

  return {
    at,
    stepsOf,
    /** Returns the reference of a part of what a reference leads to. */
    below,
    /** Returns a reference by its place for one by an anchor (JSON Schema 2020-12, 8.2.2). Others stay as they are. */
    byPlace: (spec, reference) =>
      /^#[^/]/.test(reference) ? (anchorsIn(spec).get(decoded(reference.slice(1))) ?? reference) : reference,
  };
})();
