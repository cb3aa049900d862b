import { holdsMask } from '../../derive/forms/mask-text.ts';
import { isWordLike } from '../../derive/secrets/secret-forms.ts';
import { secretFilter } from '../../derive/secrets/secret-filter.ts';
import { secretsIn } from '../../derive/secrets/secret-patterns.ts';
import { webhookProviders } from '../../kinds/webhook-providers.ts';
import type { Range } from '../../model/document.ts';
import { Secret } from '../../model/secret.ts';
import type { Path } from '../../model/value.ts';
import { firstFree, markOf } from './free-names.ts';

/** The secrets of one pull: their names and values, and a search for them in other texts. */
export interface SecretNames {
  /** The existing name for this value, or a new one for the secret at a path of a resource; the value is remembered. */
  readonly nameFor: (resource: string, path: Path, text: string) => string;
  /** The first part of a text that is a known secret or looks like a secret. */
  readonly partIn: (text: string) => Range | undefined;
  readonly isKnownIn: (text: string) => boolean;
  /** Returns a function that drops the names given after this call. */
  readonly mark: () => () => void;
  /** By name; undefined if the service masks the value. */
  readonly values: ReadonlyMap<string, Secret | undefined>;
}

/** A name is also used as a file name. */
const longestName = 100;

/** `taken`: reserved names; `known`: secret values in the pulled objects; `ours`: values of declared names. */
export function secretNames(
  taken: Iterable<string>,
  known: readonly Secret[],
  ours: ReadonlyMap<string, Secret> = new Map(),
): SecretNames {
  const names = new Set(taken);
  const values = new Map<string, Secret | undefined>();
  const nameOf = new Map([...ours].map(([name, secret]) => [secret.reveal(), name]));
  const texts = new Set([...known.map((secret) => secret.reveal()), ...nameOf.keys()]);
  const sought = [...texts].filter((text) => !holdsMask(text) && !isWord(text));
  const { find, isKnownIn } = secretFilter(sought);
  return {
    values,
    mark: () => markOf(values, (name) => names.delete(name)),
    nameFor: (resource, path, text) => {
      const knownName = nameOf.get(text);
      if (knownName !== undefined) return knownName;
      const base = named(resource, path) || 'SECRET';
      const name = firstFree(
        (count) => (count === 1 ? base : `${base}_${count}`),
        (candidate) => names.has(candidate),
      );
      names.add(name);
      values.set(name, holdsMask(text) ? undefined : new Secret(text));
      return name;
    },
    isKnownIn,
    partIn: (text) =>
      [...find(text), ...secretsIn(text)].sort((a, b) => a.start - b.start || b.end - a.end)[0],
  };
}

/** Whether a secret is a word that other texts have for a reason of their own: nothing shows that they repeat it. */
function isWord(secret: string): boolean {
  return isWordLike(secret) || webhookProviders.includes(secret);
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
