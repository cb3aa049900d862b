/** What every printed form of a secret is. */
export const masked = '(secret)';

const inspect = Symbol.for('nodejs.util.inspect.custom');

export interface SeenSecret {
  /** A hash of what is around it (`derive/secret-shape.ts`). */
  readonly shape?: string | undefined;
  /** The service answers it in clear. */
  readonly isClear: boolean;
  /** Where it is more than a mask: the templates whose fixed text it was found to have. */
  readonly fits?: readonly string[] | undefined;
}

/** A sensitive value that came from outside (the API, the environment). It does not print; `reveal` is the only way in. */
export class Secret {
  readonly #value: string;
  /** Of one that a snapshot stands for: what the snapshot tells of it. */
  readonly seen: SeenSecret | undefined;

  constructor(value: string, seen?: SeenSecret) {
    this.#value = value;
    this.seen = seen;
  }

  /** The value itself: for a request body, a comparison, a fingerprint, and nothing else. */
  reveal(): string {
    return this.#value;
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

/**
 * A piece of a `SecretReference`: fixed text, the name of a secret, or one that someone wrote into a file as it is
 * (`as: 'json'`: escaped for a JSON string).
 */
export type SecretPart =
  | string
  | { readonly secret: string; readonly as?: 'json' }
  | { readonly literal: Secret; readonly as?: 'json' };

/** A value that is to be made of secrets: `$(secret:NAME)` with the fixed text around it. It holds names, no values. */
export class SecretReference {
  readonly parts: readonly SecretPart[];

  constructor(parts: readonly SecretPart[]) {
    this.parts = parts;
  }

  /** The names it needs, in order of appearance, each once. */
  get names(): readonly string[] {
    return [...new Set(this.parts.flatMap((part) => (isNamed(part) ? [part.secret] : [])))];
  }

  /** How it is written in YAML: `Bearer $(secret:UPSTREAM)`. Safe to print. */
  get template(): string {
    return this.parts
      .map((part) => (typeof part === 'string' ? part : isNamed(part) ? `$(secret:${part.secret})` : masked))
      .join('');
  }

  /** Whether the files hold a secret of it in clear: the template does not say which, then. */
  get hasLiteral(): boolean {
    return this.parts.some((part) => typeof part !== 'string' && !isNamed(part));
  }

  /** Whether nothing is around the secrets. */
  get isBare(): boolean {
    return this.parts.every(isNamed);
  }

  /** The value, or the names that do not resolve. */
  resolve(lookup: SecretLookup): { readonly value: Secret } | { readonly missing: readonly string[] } {
    const missing = this.names.filter((name) => lookup(name) === undefined);
    if (missing.length > 0) return { missing };
    const text = this.parts.map((part) => {
      if (typeof part === 'string') return part;
      const value = (isNamed(part) ? lookup(part.secret) : part.literal)?.reveal() ?? '';
      return part.as === 'json' ? JSON.stringify(value).slice(1, -1) : value;
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

function isNamed(part: SecretPart): part is Extract<SecretPart, { readonly secret: string }> {
  return typeof part !== 'string' && 'secret' in part;
}

/** Where secrets come from: `EDGEWRIGHT_SECRET_<NAME>` or a file of that name. Undefined: it is not set. */
export type SecretLookup = (name: string) => Secret | undefined;
