/** Something that the simulation would have to guess. */
export interface Unknown {
  /** `not-computed`: documented, but not exactly enough. */
  readonly why: 'not-given' | 'undocumented' | 'not-computed' | 'expression-fails' | 'unreadable' | 'limit';
  /** The variable, setting or expression, as written. */
  readonly of: string;
  /** The key of a test that decides it, such as `given.signature`; absent if none can. */
  readonly give?: string;
  /** It is a text that is not empty. */
  readonly isSomeText?: true;
  /** Of a status: it is that of an error. */
  readonly isError?: true;
}

export type Knowable<Value> = Value | { readonly unknown: Unknown };

export function isUnknownValue(value: unknown): value is { readonly unknown: Unknown } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'unknown');
}
