import type { Unknown } from '../../model/traffic/unknown.ts';

/** An unsigned integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time, in nanoseconds after 1970. */
export class TimeValue {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A span of time, in nanoseconds. */
export class DurationValue {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A type as a value: `type(1)`, `int`. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A map of which not all keys are known. */
export class PartialMap {
  readonly known: ReadonlyMap<string, unknown>;
  readonly rest: Unknown;

  constructor(known: ReadonlyMap<string, unknown>, rest: Unknown) {
    this.known = known;
    this.rest = rest;
  }
}
