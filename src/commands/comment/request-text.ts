import type { ForgeRequest } from '../../model/forge/forge.ts';
import { inertLine } from '../../report/text/inert.ts';
import { jsonText } from '../../report/text/json.ts';

/** A request that a dry run does not send: its line, and its body. It has no headers, so no token. */
export function requestText({ method, url, body }: ForgeRequest & { readonly url: string }): string {
  return `${method} ${inertLine(url)}\n${body === undefined ? '' : jsonText(body)}`;
}
