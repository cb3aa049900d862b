import { expect } from 'vitest';
import { LedgerError } from '../../src/model/errors.ts';

export async function errorOf(
  promise: Promise<unknown>,
): Promise<{ readonly exitCode: number; readonly message: string; readonly help: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LedgerError);
  const { exitCode, message, help } = error as LedgerError;
  return { exitCode, message, help: help ?? '' };
}
