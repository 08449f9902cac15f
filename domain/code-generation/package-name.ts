import type { PackageRules } from './language.ts';

/** Characters. Longer names make paths in the zip that Windows can't open. */
const packageNameLimit = 100;

/** Parts of letters, digits and `_` that don't start with a digit: an identifier in all of these languages. */
const shape = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Java Language Specification, 3.9: keywords and literals. */
const javaKeywords = words(`
  abstract assert boolean break byte case catch char class const continue default do double else enum extends final
  finally float for goto if implements import instanceof int interface long native new package private protected public
  return short static strictfp super switch synchronized this throw throws transient try void volatile while _ true false
  null
`);

/** C# language reference: reserved keywords. */
const csharpKeywords = words(`
  abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else
  enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long
  namespace new null object operator out override params private protected public readonly ref return sbyte sealed short
  sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using
  virtual void volatile while
`);

/** Windows reserves these names for devices: no folder can have them, in any language. */
const deviceNames = words(`
  con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9
`);

const reserved: Record<PackageRules, ReadonlySet<string>> = {
  java: javaKeywords,
  csharp: csharpKeywords,
  script: new Set(['node_modules']),
};

/** Returns whether the name is a valid package, namespace or folder path: `acme.payments.model`. */
export const isPackageName = (name: string, rules: PackageRules): boolean =>
  name.length <= packageNameLimit &&
  shape.test(name) &&
  name.split('.').every((part) => !reserved[rules].has(part) && !deviceNames.has(part.toLowerCase()));

/**
 * Returns the common beginning of two names in whole parts: `acme.payments` for `acme.payments.api` and
 * `acme.payments.model`. Each name keeps at least one part. '' when they share nothing.
 */
export const commonPackage = (one: string, other: string): string => {
  const [parts, others] = [one.split('.').slice(0, -1), other.split('.').slice(0, -1)];
  const end = parts.findIndex((part, index) => part !== others[index]);
  return (end === -1 ? parts : parts.slice(0, end)).join('.');
};
