import { replaceSecretReferences, secretNamesIn } from '../../model/secret-reference.ts';
import { joinTexts, knownValue, textOfSecret, type SecretText } from '../scope-values.ts';
import { Term } from '../unknown/term.ts';
import type { VariableScope } from './cel-evaluation.ts';

/** A text that has references to secrets: their stand-ins, or a text that depends on them. */
export function withSecrets(text: string, scope: VariableScope): string | SecretText | Term {
  const names = secretNamesIn(text);
  if (names.length === 0) return text;
  const parts = replaceSecretReferences(text, () => '\0').split('\0');
  return joinTexts(
    parts.flatMap((part, at) => {
      const name = names[at];
      return name === undefined ? [part] : [part, valueOfSecret(name, `$(secret:${name})`, scope)];
    }),
  );
}

/** The stand-in that a test gives for a secret, or a text that is only equal to itself. */
export function valueOfSecret(name: string, of: string, scope: VariableScope): string | SecretText | Term {
  const given = scope.read('given.secrets');
  const found = given instanceof Map ? knownValue((given as Map<string, unknown>).get(name)) : undefined;
  return typeof found === 'string' || found instanceof Term ? found : textOfSecret(name, of);
}
