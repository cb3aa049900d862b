/** The printed form of every secret. */
export const masked = '(secret)';

export const inspect = Symbol.for('nodejs.util.inspect.custom');

export interface SeenSecret {
  /** A hash of the structure around it (`derive/compare/secret-shape.ts`). */
  readonly shape?: string | undefined;
  /** True if the service returns it in clear text. */
  readonly isClear: boolean;
  /** If it is more than a mask: the templates whose fixed text matches it. */
  readonly fits?: readonly string[] | undefined;
  /** Of a policy: the URLs of live endpoints that it forwards requests to. */
  readonly forwards?: readonly string[] | undefined;
}

/** A sensitive value from outside (the API, the environment). It does not print; `reveal` is the only access. */
export class Secret {
  readonly #value: string;
  /** For a secret read from a snapshot: the details in the snapshot. */
  readonly seen: SeenSecret | undefined;

  constructor(value: string, seen?: SeenSecret) {
    this.#value = value;
    this.seen = seen;
  }

  /** The value itself: only for a request body, a comparison or a fingerprint. */
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

/** Looks up a secret: `EDGEWRIGHT_SECRET_<NAME>` or a file of that name. Undefined if it is not set. */
export type SecretLookup = (name: string) => Secret | undefined;
