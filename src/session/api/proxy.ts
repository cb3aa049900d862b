import type { ProxySettings } from '../../http/proxy-settings.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';

/** The variables that curl and others read: the lower-case name takes precedence. */
export function proxyOf(io: Io): ProxySettings | undefined {
  const either = (name: string): string | undefined => given(io, name) ?? given(io, name.toUpperCase());
  const [http, https, none] = [
    proxyUrl(either('http_proxy')),
    proxyUrl(either('https_proxy')),
    either('no_proxy'),
  ];
  if (http === undefined && https === undefined) return undefined;
  return { http, https, none };
}

/** The message does not repeat the value, which may contain a password. */
function proxyUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UserError(exitCodes.usage, 'HTTP_PROXY or HTTPS_PROXY is not the URL of an HTTP proxy', {
    help: 'it looks like `http://proxy.example.com:3128`',
  });
}

/** An empty or blank variable counts as unset: CI systems set an empty value for a missing secret. */
export function given({ env }: Io, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
