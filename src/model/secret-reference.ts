import { masked, inspect, Secret, type SecretLookup } from './secret.ts';

/**
 * A part of a `SecretReference`: fixed text, the name of a secret, or a secret written into a file as plain text (`as:
 * 'json'`: escaped for a JSON string).
 */
export type SecretPart =
  | string
  | { readonly secret: string; readonly as?: 'json' }
  | { readonly literal: Secret; readonly as?: 'json' };

/** A value composed of secrets: `$(secret:NAME)` with the fixed text around it. It has names, not values. */
export class SecretReference {
  readonly parts: readonly SecretPart[];

  constructor(parts: readonly SecretPart[]) {
    this.parts = parts;
  }

  /** The required names, in order of appearance, each once. */
  get names(): readonly string[] {
    return [...new Set(this.parts.flatMap((part) => (isNamed(part) ? [part.secret] : [])))];
  }

  /** The notation in YAML: `Bearer $(secret:UPSTREAM)`. Safe to print. */
  get template(): string {
    return this.parts
      .map((part) => (typeof part === 'string' ? part : isNamed(part) ? `$(secret:${part.secret})` : masked))
      .join('');
  }

  /** Like `template`, with the parts that the files hold as plain text: to evaluate, never to print. */
  get written(): string {
    return this.parts
      .map((part) => {
        if (typeof part === 'string') return part;
        if (isNamed(part)) return `$(secret:${part.secret})`;
        return secretText(part.literal, part);
      })
      .join('');
  }

  /** The parts that the files hold as plain text. */
  get literals(): readonly Secret[] {
    return this.parts.flatMap((part) => (typeof part === 'string' || isNamed(part) ? [] : [part.literal]));
  }

  /** Whether the files hold a part of it as plain text; the template then does not identify the secret. */
  get hasLiteral(): boolean {
    return this.literals.length > 0;
  }

  /** Whether it consists of secrets alone, without fixed text. */
  get isBare(): boolean {
    return this.parts.every(isNamed);
  }

  /** The value, or the names that are not set. */
  resolve(lookup: SecretLookup): { readonly value: Secret } | { readonly missing: readonly string[] } {
    const missing = this.names.filter((name) => lookup(name) === undefined);
    if (missing.length > 0) return { missing };
    const text = this.parts.map((part) => {
      if (typeof part === 'string') return part;
      return secretText(isNamed(part) ? lookup(part.secret) : part.literal, part);
    });
    return { value: new Secret(text.join('')) };
  }

  toString(): string {
    return masked;
  }

  toJSON(): string {
    return masked;
  }

  [inspect](): string {
    return masked;
  }
}

function secretText(secret: Secret | undefined, { as }: { readonly as?: 'json' }): string {
  const value = secret?.reveal() ?? '';
  return as === 'json' ? JSON.stringify(value).slice(1, -1) : value;
}

export function isSecretValue(value: unknown): value is Secret | SecretReference {
  return value instanceof Secret || value instanceof SecretReference;
}

/** A reference inside a text. Global, so for `split`, `match` and `replace` only: `test` would keep a position. */
const reference = /\$\(secret:([A-Z][A-Z0-9_]*)\)/g;

/** Whether a text refers to a secret: `Bearer $(secret:UPSTREAM)`. */
export function hasSecretReference(text: string): boolean {
  return text.includes('$(secret:') && text.search(reference) !== -1;
}

/** The names of the secrets that a text refers to, in order of appearance. */
export function secretNamesIn(text: string): readonly string[] {
  return text.includes('$(secret:') ? Array.from(text.matchAll(reference), ([, name = '']) => name) : [];
}

/** The text around its references to secrets: always one piece more than there are references. */
export function textAroundSecrets(text: string): readonly string[] {
  return text.split(reference).filter((_, at) => at % 2 === 0);
}

export function replaceSecretReferences(text: string, replace: (name: string) => string): string {
  return text.replaceAll(reference, (_, name: string) => replace(name));
}

function isNamed(part: SecretPart): part is Extract<SecretPart, { readonly secret: string }> {
  return typeof part !== 'string' && 'secret' in part;
}
