import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';

/** Where the API says what it can do with a kind, and so what it cannot: below its last operation (API 4.7, 4.10). */
export function capabilitySection(kind: KindName): string {
  const { operations } = kinds[kind];
  return (operations.delete ?? operations.update ?? operations.get).section;
}
