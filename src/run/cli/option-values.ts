import { InvalidArgumentError } from 'commander';

/** Parser of a commander option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Parser of an option with a whole number; throws commander's own error. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('it must be a whole number.');
  }
  return number;
}

/** Parser of a number of concurrent requests: with none, nothing would ever be done. */
export function atLeastOne(value: string): number {
  const number = wholeNumber(value);
  if (number === 0) throw new InvalidArgumentError('it must be at least 1.');
  return number;
}

/** Parser of a port number; 0 means any free port. */
export function portNumber(value: string): number {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('a port is a number up to 65535.');
  return number;
}
