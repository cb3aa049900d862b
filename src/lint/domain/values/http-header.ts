import { isTree } from '../../../derive/forms/tree.ts';
import { SecretReference } from '../../../model/secret-reference.ts';
import type { Path, Spec, Value } from '../../../model/value.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { textItems, type Item } from '../specs/text-items.ts';

/** The characters of a header name (RFC 9110 5.6.2). */
export const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Hop-by-hop headers: for one connection only, not to be forwarded (RFC 9110 7.6.1). */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** Headers that determine the length of a message body (RFC 9112 6). */
export const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

/** Per module, headers that belong to the other direction. */
export const wrongDirection: Readonly<Record<string, readonly string[]>> = {
  request_headers: ['set-cookie', 'server', 'www-authenticate', 'strict-transport-security', 'location'],
  response_headers: ['authorization', 'cookie', 'host', 'user-agent', 'accept', 'referer'],
};

/** Headers that state the origin of a forwarded request. */
export const forwarding: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]);

export const headerModules = ['request_headers', 'response_headers'] as const;

/** A header that a module adds. `value` may be a secret, or text with secrets in it. */
export interface AddedHeader {
  readonly name: string;
  readonly path: Path;
  readonly value: Value;
}

/** The headers that an enabled header module adds and removes. */
export interface HeaderChanges {
  readonly module: (typeof headerModules)[number];
  readonly added: readonly AddedHeader[];
  readonly removed: readonly (Item & { readonly path: Path })[];
}

export const headerChanges = rememberLast((spec: Spec): readonly HeaderChanges[] => {
  const changes: HeaderChanges[] = [];
  for (const module of headerModules) {
    const config = activeModule(spec, module);
    if (config === undefined) continue;
    const { add } = config;
    const added: AddedHeader[] = [];
    if (isTree(add))
      for (const name in add) added.push({ name, path: [module, 'add', name], value: add[name] ?? null });
    const removed: HeaderChanges['removed'][number][] = [];
    for (const { text, index } of textItems(config['remove']))
      removed.push({ text, index, path: [module, 'remove', index] });
    changes.push({ module, added, removed });
  }
  return changes;
});

export function changesOf(spec: Spec, module: HeaderChanges['module']): HeaderChanges | undefined {
  return headerChanges(spec).find((changes) => changes.module === module);
}

export function addedHeaders(spec: Spec): readonly AddedHeader[] {
  return headerChanges(spec).flatMap(({ added }) => added);
}

/** The text of a header's value; for a value with secrets, the text around them. */
export function headerText(value: Value): string | undefined {
  if (value instanceof SecretReference) return value.template;
  return typeof value === 'string' ? value : undefined;
}

/** The added header of a given lower-case name, in any letter case. */
export function addedValue(changes: HeaderChanges | undefined, name: string): AddedHeader | undefined {
  return changes?.added.find((header) => header.name.toLowerCase() === name);
}
