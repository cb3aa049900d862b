import type { Json } from '../../model/value.ts';

/** The forms of secrets in responses: in clear text, or one of the ways in which services hide them. */
const echoes = {
  clear: (value) => value,
  masked: () => '********',
  empty: () => '',
  null: () => null,
  absent: () => undefined,
  bullets: () => '•'.repeat(8),
  prefix: (value) => value.slice(0, 4),
  last4: (value) => `****${value.slice(-4)}`,
  redacted: () => '<redacted>',
} as const satisfies Readonly<Record<string, (value: string) => Json | undefined>>;

export type SecretEcho = keyof typeof echoes;

export const secretEchoes = Object.keys(echoes) as readonly SecretEcho[];

/** Undefined: the key is left out. */
export function echoOf(value: string, how: SecretEcho): Json | undefined {
  return echoes[how](value);
}
