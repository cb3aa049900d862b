import { hasSecret } from '../derive/masked.ts';
import type { Step } from '../model/plan.ts';
import { masked, SecretReference, type SecretLookup } from '../model/secret.ts';
import type { Value } from '../model/value.ts';

/** Shorter values are words that may stand anywhere (APPLY.md, section 9). */
const shortest = 8;

/** Takes the secrets that these steps send out of a text: a service may repeat what it refuses. */
export function valueFilter(steps: readonly Step[], secrets: SecretLookup): (text: string) => string {
  const values = new Set<string>();
  for (const { requests } of steps) {
    for (const { body = {} } of requests) collect(body, secrets, values);
  }
  const forms = [...values].flatMap(formsOf).filter((form) => form.length >= shortest);
  forms.sort((a, b) => b.length - a.length);
  return (text) => forms.reduce(withoutValue, text);
}

function collect(value: Value, secrets: SecretLookup, values: Set<string>): void {
  if (value instanceof SecretReference) {
    for (const name of value.names) {
      const secret = secrets(name);
      if (secret !== undefined) values.add(secret.reveal());
    }
  } else if (typeof value === 'object' && value !== null && hasSecret(value)) {
    for (const item of Object.values(value)) collect(item as Value, secrets, values);
  }
}

/** As it is, as JSON and as a URI write it, and line by line, since a message is on one line. */
function formsOf(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...value.split(/\s*\n\s*/)];
}

function withoutValue(text: string, form: string): string {
  const clean = text.replaceAll(form, masked);
  // A message that was cut short may end in the middle of a value.
  const cut = /^(.*)…/su.exec(clean)?.[1];
  if (cut === undefined) return clean;
  for (let length = form.length - 1; length >= shortest / 2; length--) {
    if (cut.endsWith(form.slice(0, length)))
      return `${cut.slice(0, -length)}${masked}${clean.slice(cut.length)}`;
  }
  return clean;
}
