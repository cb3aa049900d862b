import { toDuration } from '../../cel/conversions.ts';
import { ExpressionFailure } from '../../scope-values.ts';

/** The seconds of a duration such as `1h30m`; undefined if it is not one. */
export function durationSeconds(value: unknown): number | undefined {
  try {
    return typeof value === 'string' ? Number(toDuration(value).nanos) / 1e9 : undefined;
  } catch (error) {
    if (error instanceof ExpressionFailure) return undefined;
    throw error;
  }
}
