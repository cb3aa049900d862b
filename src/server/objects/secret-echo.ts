import type { Json } from '../../model/value.ts';

/** The form of secrets in responses: in clear text, or one of the ways in which services hide them. */
export const secretEchoes = [
  'clear',
  'masked',
  'empty',
  'null',
  'absent',
  'bullets',
  'prefix',
  'last4',
  'redacted',
] as const;

export type SecretEcho = (typeof secretEchoes)[number];

/** Undefined: the key is left out. */
export function echoOf(value: string, how: SecretEcho): Json | undefined {
  switch (how) {
    case 'clear':
      return value;
    case 'masked':
      return '********';
    case 'empty':
      return '';
    case 'null':
      return null;
    case 'absent':
      return undefined;
    case 'bullets':
      return '•'.repeat(8);
    case 'prefix':
      return value.slice(0, 4);
    case 'last4':
      return `****${value.slice(-4)}`;
    case 'redacted':
      return '<redacted>';
  }
}
