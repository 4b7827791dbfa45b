import { SesError } from './errors.ts';

/** The form of a Query API request: `Destination.ToAddresses.member.1=...`. */
export type Parameters = {
  /** Undefined when absent. */
  find(name: string): string | undefined;
  /** Throws ValidationError when absent. */
  get(name: string): string;
  /** The values of `name.member.1`, `name.member.2` ... in order. */
  list(name: string): string[];
  /** The `fields` of each numbered group: `name.member.1.Name` ... */
  groups(name: string, fields: string[]): Record<string, string>[];
};

export function readParameters(form: URLSearchParams): Parameters {
  const find = (name: string) => form.get(name) ?? undefined;

  function numbers(name: string): number[] {
    const prefix = `${name}.member.`;
    const found = [...form.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => Number.parseInt(key.slice(prefix.length), 10));
    return [...new Set(found)].filter((number) => number > 0).toSorted((a, b) => a - b);
  }

  return {
    find,
    get: (name) => {
      const value = find(name);
      if (value === undefined) {
        throw new SesError(
          'ValidationError',
          `1 validation error detected: Value null at '${name}' failed to satisfy constraint: Member must not be null`,
        );
      }
      return value;
    },
    list: (name) => numbers(name).map((number) => find(`${name}.member.${number}`) ?? ''),
    groups: (name, fields) =>
      numbers(name).map((number) =>
        Object.fromEntries(fields.map((field) => [field, find(`${name}.member.${number}.${field}`) ?? ''])),
      ),
  };
}
