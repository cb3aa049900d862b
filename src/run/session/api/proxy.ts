import type { Proxy, ProxySettings } from '../../../remote/http/proxy-settings.ts';
import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { given } from '../../cli/given-variable.ts';

/**
 * The variables that curl and others read: the lower-case name takes precedence. Throws `UserError` for a wrong one.
 */
export function proxyOf(io: Io): ProxySettings | undefined {
  const [http, https] = [proxyIn(io, 'http_proxy'), proxyIn(io, 'https_proxy')];
  if (http === undefined && https === undefined) return undefined;
  return { http, https, none: given(io, 'no_proxy') ?? given(io, 'NO_PROXY') ?? '' };
}

/** The message does not repeat the value, which may contain a password. */
function proxyIn(io: Io, lower: string): Proxy | undefined {
  const variable = given(io, lower) === undefined ? lower.toUpperCase() : lower;
  const text = given(io, variable)?.trim();
  if (text === undefined) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) {
    io.secrets?.learn(url.password);
    return { url, variable };
  }
  throw usageError(
    `${variable} is not the URL of an HTTP proxy`,
    'it looks like `http://proxy.example.com:3128` or `http://<user>:<password>@proxy.example.com:3128`',
  );
}
