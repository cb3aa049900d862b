import type { Json } from '../../model/value.ts';

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
