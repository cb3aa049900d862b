import { holdsMask } from '../../derive/forms/echo.ts';
import { secretIn } from '../../derive/secrets/secret-patterns.ts';
import type { Range } from '../../model/document.ts';
import { Secret } from '../../model/secret.ts';
import type { Path } from '../../model/value.ts';

/** The secrets of one pull: what they are called, what they are, and where else they must not be seen. */
export interface SecretNames {
  /** The name that gives this very value, or a new one for a secret at a path of a resource; it remembers the value. */
  readonly nameFor: (resource: string, path: Path, text: string) => string;
  /** The first part of a text that is a secret: one that is known, or one that looks like one. */
  readonly partIn: (text: string) => Range | undefined;
  /** Whether a text holds a secret that is known. */
  readonly isKnownIn: (text: string) => boolean;
  /** Gives a function that forgets the names given from now on. */
  readonly mark: () => () => void;
  /** By name; undefined where the service masks the value. */
  readonly values: ReadonlyMap<string, Secret | undefined>;
}

/** Shorter ones would be found in every text; `plan` and `apply` look for no shorter ones either. */
const shortestKnown = 8;
/** A name is the name of a file, too. */
const longestName = 100;

/** `taken` are the names that mean something already, `known` the values in what is pulled, `ours` those behind names. */
export function secretNames(
  taken: Iterable<string>,
  known: readonly Secret[],
  ours: ReadonlyMap<string, Secret> = new Map(),
): SecretNames {
  const names = new Set(taken);
  const values = new Map<string, Secret | undefined>();
  const nameOf = new Map([...ours].map(([name, secret]) => [secret.reveal(), name]));
  const texts = [...new Set([...known.map((secret) => secret.reveal()), ...nameOf.keys()])]
    .filter((text) => text.length >= shortestKnown && !holdsMask(text))
    .sort((a, b) => b.length - a.length);
  return {
    values,
    mark: () => {
      const before = new Set(values.keys());
      return () => {
        for (const name of [...values.keys()].filter((each) => !before.has(each))) {
          values.delete(name);
          names.delete(name);
        }
      };
    },
    nameFor: (resource, path, text) => {
      const own = nameOf.get(text);
      if (own !== undefined) return own;
      const name = unique(names, named(resource, path));
      values.set(name, holdsMask(text) ? undefined : new Secret(text));
      return name;
    },
    isKnownIn: (text) => texts.some((secret) => text.includes(secret)),
    partIn: (text) => {
      const found = texts.flatMap((secret): Range[] => {
        const start = text.indexOf(secret);
        return start === -1 ? [] : [{ start, end: start + secret.length }];
      });
      const part = secretIn(text);
      if (part !== undefined) found.push(part);
      return found.sort((a, b) => a.start - b.start || b.end - a.end)[0];
    },
  };
}

/** `docs`, `oidc.client_secret` -> `DOCS_OIDC_CLIENT_SECRET`. */
function named(resource: string, path: Path): string {
  const steps = path.filter((step) => step !== 'provider' && step !== 'add');
  return [resource, ...steps]
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+/, '')
    .slice(0, longestName)
    .replace(/_+$/, '');
}

function unique(names: Set<string>, wanted: string): string {
  const base = wanted === '' ? 'SECRET' : wanted;
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (names.has(name)) continue;
    names.add(name);
    return name;
  }
}
