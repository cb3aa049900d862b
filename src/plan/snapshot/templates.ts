import { walkSpec, type SealedText } from '../../derive/forms/walk-texts.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Secret } from '../../model/secret.ts';
import type { Json, Value } from '../../model/value.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** The templates of secrets, by the key of their field. */
export type Templates = ReadonlyMap<string, ReadonlySet<string>>;

type WrittenValues = Readonly<Record<string, Value | Json>>;

/** The templates in all specs of an object, declared and stored. */
export function templatesIn(kind: KindName, specs: readonly (WrittenValues | undefined)[]): Templates {
  const found = new Map<string, Set<string>>();
  const learn = (value: Secret | SecretReference | SealedText, key: string): void => {
    const template = templateOf(value);
    if (template !== undefined) found.set(key, (found.get(key) ?? new Set()).add(template));
  };
  for (const spec of specs)
    walkSpec(kind, spec ?? {}, {
      text: (text) => text,
      name: (name) => name,
      sealed: (value, { key }) => {
        learn(value, key);
        return null;
      },
    });
  return found;
}

/** A template with a plain-text secret does not identify that secret, so it is not usable for comparison. */
function templateOf(value: Secret | SecretReference | SealedText): string | undefined {
  if (value instanceof SecretReference) return value.hasLiteral ? undefined : value.template;
  return '$secret' in value ? value.$secret.template : undefined;
}
