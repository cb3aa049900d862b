import type { Listener } from '../derive/forms/listener-url.ts';
import type { Pattern } from './text-pattern.ts';

/**
 * A host as a string of which all names below it are extensions: `443 com.example.shop`. Thus `*.example.com` is a
 * prefix, and hosts are compared like paths. Assumed: a wildcard covers all names below; API 2.2 does not mention
 * wildcards.
 */
export function hostPattern({ host, port }: Pick<Listener, 'host' | 'port'>): Pattern {
  const isWild = host.startsWith('*.');
  const name = isWild ? host.slice(2) : host;
  const turned = host.startsWith('[') ? host : name.split('.').reverse().join('.');
  return { form: isWild ? 'prefix' : 'exact', text: `${port} ${turned}${isWild ? '.' : ''}` };
}

/** The host of a pattern made by `hostPattern`. */
export function hostOfPattern({ form, text }: Pattern): string {
  const turned = text.slice(text.indexOf(' ') + 1);
  if (turned.startsWith('[')) return turned;
  const name = turned.replace(/\.$/, '').split('.').reverse().join('.');
  return form === 'prefix' ? `*.${name}` : name;
}

/** The port of a pattern made by `hostPattern`. */
export function portOfPattern({ text }: Pattern): number {
  return Number(text.slice(0, text.indexOf(' ')));
}
