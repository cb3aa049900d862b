/** What is wrong with one value, as ajv says it. */
interface Failure {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Validator {
  (value: unknown): boolean;
  errors?: readonly Failure[] | null;
}

/** By name: `document.preset`, `body.endpoint.create`. */
declare const validators: Readonly<Record<string, Validator>>;

export = validators;
