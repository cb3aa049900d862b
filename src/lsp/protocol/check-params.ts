import type { Position, Range } from 'vscode-languageserver';

/**
 * Reads parts of messages without trusting their shape. Each function returns undefined if the part is missing or
 * malformed; the server then answers a request with an error, and ignores a notification.
 */

type Unknown = Readonly<Record<string, unknown>>;

export function member(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.hasOwn(found, name) ? (found as Unknown)[name] : undefined;
  }
  return found;
}

export function textMember(value: unknown, ...names: readonly string[]): string | undefined {
  const found = member(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

export function numberMember(value: unknown, ...names: readonly string[]): number | undefined {
  const found = member(value, ...names);
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}

export function listMember(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = member(value, ...names);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

export function asPosition(value: unknown): Position | undefined {
  const line = numberMember(value, 'line');
  const character = numberMember(value, 'character');
  if (line === undefined || character === undefined || line < 0 || character < 0) return undefined;
  return { line, character };
}

export function asRange(value: unknown): Range | undefined {
  const start = asPosition(member(value, 'start'));
  const end = asPosition(member(value, 'end'));
  return start === undefined || end === undefined ? undefined : { start, end };
}
