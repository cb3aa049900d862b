import { activeModule } from '../../derive/module-state.ts';
import { isInvisible } from '../../text/hidden-characters.ts';
import { recommended, resourceRules, rising, strictOnly } from '../rule-group.ts';
import {
  addedHeaders,
  addedValue,
  changesOf,
  forwarding,
  framing,
  headerChanges,
  headerText,
  hopByHop,
  token,
  wrongDirection,
} from '../domain/values/http-header.ts';
import { onRoute, inside } from '../rule-examples.ts';
import { type At, type Finding, type ResourceRule } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { repeated } from '../domain/specs/text-items.ts';
import { deletion, replacement, type FixChange } from '../fix-request.ts';

/** Everything except visible ASCII, space and tab; line breaks and NUL have a rule of their own. */
const unsafe = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\u{10ffff}]/u;

export const headersRules = resourceRules(
  { group: 'headers', source: 'http-headers', kinds: ['https-route'] },
  {
    'header-add-remove': {
      severity: recommended('warn'),
      fields: ['request_headers', 'response_headers'],
      summary: 'A header is both added and removed.',
      why: 'Whether the API removes headers before or after it adds them is not documented, so the header may be present or missing.',
      bad: onRoute(inside('response_headers', 'add: { server: shop }', 'remove: [Server]')),
      good: onRoute(inside('response_headers', 'add: { server: shop }')),
      check({ spec }, report) {
        for (const changes of headerChanges(spec)) {
          for (const { text, path } of changes.removed) {
            const header = addedValue(changes, text.toLowerCase());
            if (header === undefined) continue;
            report({
              at: { path },
              message: `${quoted(text)} is both added and removed`,
              related: [{ path: header.path, on: 'key', label: 'added here' }],
            });
          }
        }
      },
    },
    'header-cors-credentials': {
      severity: recommended('warn'),
      fields: ['response_headers'],
      standard: 'Fetch standard, CORS protocol',
      summary: 'CORS allows every origin, with credentials.',
      why: 'Browsers reject `Access-Control-Allow-Origin: *` together with credentials, so such requests fail.',
      bad: onRoute(
        inside(
          'response_headers.add',
          'access-control-allow-origin: "*"',
          'access-control-allow-credentials: "true"',
        ),
      ),
      good: onRoute(
        inside(
          'response_headers.add',
          'access-control-allow-origin: https://shop.example.com',
          'access-control-allow-credentials: "true"',
        ),
      ),
      check({ spec }, report) {
        const changes = changesOf(spec, 'response_headers');
        const origin = addedValue(changes, 'access-control-allow-origin');
        const credentials = addedValue(changes, 'access-control-allow-credentials');
        if (origin?.value !== '*' || credentials?.value !== 'true') return;
        report({
          at: { path: origin.path },
          message: 'browsers reject the origin `*` when credentials are allowed',
          help: 'write the one origin that may send credentials, such as `https://app.example.com`',
          related: [{ path: credentials.path, on: 'entry', label: 'credentials are allowed here' }],
        });
      },
    },
    'header-count': {
      severity: recommended('info'),
      fields: ['request_headers', 'response_headers'],
      summary: 'A module adds a large number of headers.',
      why: 'Servers limit the number of headers, often to about 100, and reject messages with more.',
      options: { max_headers: 32 },
      bad: onRoute(
        inside('response_headers.add', ...Array.from({ length: 33 }, (_, index) => `x-${index}: a`)),
      ),
      good: onRoute(inside('response_headers', 'add: { x-a: b }')),
      check({ spec }, report, { options }) {
        const limit = Number(options['max_headers']);
        for (const { module, added } of headerChanges(spec)) {
          if (added.length <= limit) continue;
          report({
            at: { path: [module, 'add'], on: 'key' },
            message: `\`${module}\` adds ${added.length} headers, usual limit ${limit}`,
          });
        }
      },
    },
    'header-duplicate-case': {
      severity: rising,
      fields: ['request_headers', 'response_headers'],
      summary: 'A header is added twice, in different letter case.',
      why: 'Header names are case-insensitive; whether one value wins or both are sent is not documented.',
      bad: onRoute(inside('response_headers.add', 'X-Shop: books', 'x-shop: more books')),
      good: onRoute(inside('response_headers.add', 'x-shop: books')),
      check({ spec }, report) {
        for (const { added } of headerChanges(spec))
          for (const { item, first } of repeated(added, ({ name }) => name.toLowerCase()))
            report({
              at: { path: item.path, on: 'key' },
              message: `${quoted(item.name)} is the same header as ${quoted(first.name)}`,
              related: [{ path: first.path, on: 'key', label: 'first here' }],
            });
      },
    },
    'header-forwarded-override': {
      severity: strictOnly('info'),
      fields: ['request_headers'],
      summary: 'A header that tells where a request came from is set to a fixed value.',
      why: "Upstreams trust these headers for the client's address and scheme; a fixed value hides where a request came from.",
      bad: onRoute(inside('request_headers', 'add: { x-forwarded-proto: https }')),
      good: onRoute(inside('request_headers', 'add: { x-proto: https }')),
      check({ spec }, report) {
        for (const { name, path } of changesOf(spec, 'request_headers')?.added ?? []) {
          if (!forwarding.has(name.toLowerCase())) continue;
          report({ at: { path, on: 'key' }, message: `${quoted(name)} hides where the request came from` });
        }
      },
    },
    'header-framing': {
      severity: recommended('error'),
      fields: ['request_headers', 'response_headers'],
      standard: 'RFC 9112 6',
      summary: 'A header that marks the end of a message is added or removed.',
      why: 'If two hops disagree about where a message ends, one request can be smuggled inside another.',
      bad: onRoute(inside('request_headers', 'add: { content-length: "0" }')),
      good: onRoute(inside('request_headers', 'add: { x-length: "0" }')),
      check: changed(framing, 'marks the end of a message and must not be changed'),
    },
    'header-hop-by-hop': {
      severity: recommended('warn'),
      fields: ['request_headers', 'response_headers'],
      standard: 'RFC 9110 7.6.1',
      summary: 'A header of a single connection is added or removed.',
      why: 'These headers describe a single connection; every hop replaces or drops them, so this has no effect.',
      bad: onRoute(inside('request_headers', 'add: { connection: keep-alive }')),
      good: onRoute(inside('request_headers', 'add: { x-connection: keep-alive }')),
      check: changed(hopByHop, 'belongs to one connection and is not forwarded'),
    },
    'header-host-removed': {
      severity: recommended('warn'),
      fields: ['request_headers'],
      summary: 'The Host header is removed and not replaced.',
      why: 'An HTTP/1.1 request without `Host` gets the response 400, so the upstream rejects every request.',
      bad: onRoute(inside('request_headers', 'remove: [host]')),
      good: onRoute(inside('request_headers', 'remove: [x-host]')),
      check({ spec }, report) {
        const changes = changesOf(spec, 'request_headers');
        const host = changes?.removed.find(({ text }) => text.toLowerCase() === 'host');
        if (host === undefined || addedValue(changes, 'host') !== undefined) return;
        report({
          at: { path: host.path },
          message: `${quoted(host.text)} is removed from the request and not replaced`,
          help: 'to send a different one, write `add: { host: … }`',
        });
      },
    },
    'header-hsts-missing': {
      severity: strictOnly('info'),
      standard: 'RFC 6797',
      summary: 'A route does not send Strict-Transport-Security.',
      why: 'Without `Strict-Transport-Security` a browser tries plain HTTP first, where an attacker can redirect it.',
      bad: onRoute(),
      good: onRoute(inside('response_headers', 'add: { strict-transport-security: max-age=31536000 }')),
      check({ name, spec }, report) {
        if (activeModule(spec, 'webhook_verification') !== undefined) return;
        const changes = changesOf(spec, 'response_headers');
        if (addedValue(changes, 'strict-transport-security') !== undefined) return;
        report({
          at: { path: [], on: 'key' },
          message: `route \`${name}\` adds no \`strict-transport-security\``,
        });
      },
    },
    'header-name-token': {
      severity: recommended('error'),
      fields: ['request_headers', 'response_headers'],
      standard: 'RFC 9110 5.6.2',
      summary: 'A header name has characters that are not allowed in header names.',
      why: 'Such a name breaks the message, or one header is read as two.',
      fix: 'unsafe',
      bad: onRoute(inside('request_headers', 'add: { "x team:": payments }')),
      good: onRoute(inside('request_headers', 'add: { x-team: payments }')),
      check({ spec }, report) {
        for (const { added, removed } of headerChanges(spec)) {
          for (const { name, path } of added) {
            if (!token.test(name)) report(wrong(name, { path, on: 'key' }, (to) => ({ rename: path, to })));
          }
          for (const { text, path } of removed) {
            if (!token.test(text)) report(wrong(text, { path }, (to) => ({ replace: path, with: to })));
          }
        }
      },
    },
    'header-remove-duplicate': {
      severity: recommended('warn'),
      fields: ['request_headers', 'response_headers'],
      summary: 'A header is listed twice in `remove`.',
      why: 'Header names are case-insensitive, so the second entry changes nothing; often a different header was meant.',
      fix: 'safe',
      bad: onRoute(inside('response_headers', 'remove: [server, Server]')),
      good: onRoute(inside('response_headers', 'remove: [server]')),
      check({ spec }, report) {
        for (const { module, removed } of headerChanges(spec)) {
          for (const { item, first } of repeated(removed, ({ text }) => text.toLowerCase())) {
            const path = [module, 'remove', item.index];
            report({
              at: { path },
              message: `${quoted(item.text)} is removed twice`,
              related: [{ path: [module, 'remove', first.index], label: 'first here' }],
              fix: deletion('safe', path, 'the item'),
            });
          }
        }
      },
    },
    'header-set-cookie-flags': {
      severity: strictOnly('info'),
      fields: ['response_headers'],
      standard: 'RFC 6265 4.1.2',
      summary: 'A cookie is set without Secure, HttpOnly or SameSite.',
      why: 'Without `Secure` a cookie is sent over plain HTTP, without `HttpOnly` scripts can read it, and without `SameSite` other sites can send it.',
      bad: onRoute(inside('response_headers', 'add: { set-cookie: a=b; Secure }')),
      good: onRoute(inside('response_headers', 'add: { set-cookie: a=b; Secure; HttpOnly; SameSite=Lax }')),
      check({ spec }, report) {
        const changes = changesOf(spec, 'response_headers');
        const cookie = addedValue(changes, 'set-cookie');
        const text = cookie === undefined ? undefined : headerText(cookie.value)?.toLowerCase();
        if (cookie === undefined || text === undefined) return;
        const lacks = ['Secure', 'HttpOnly', 'SameSite'].filter(
          (flag) => !new RegExp(`;\\s*${flag.toLowerCase()}\\b`).test(text),
        );
        if (lacks.length === 0) return;
        report({
          at: { path: cookie.path },
          message: `the cookie is set without \`${lacks.join('` and `')}\``,
        });
      },
    },
    'header-size': {
      severity: recommended('info'),
      fields: ['request_headers', 'response_headers'],
      summary: 'A header is so long that servers may reject it.',
      why: 'Servers commonly reject header fields over about 8 KiB with 431.',
      options: { max_name_bytes: 256, max_value_bytes: 8192 },
      bad: onRoute(inside('response_headers', `add: { x-${'a'.repeat(260)}: b }`)),
      good: onRoute(inside('response_headers', 'add: { x-a: b }')),
      check({ spec }, report, { options }) {
        const most = { name: Number(options['max_name_bytes']), value: Number(options['max_value_bytes']) };
        for (const { name, path, value } of addedHeaders(spec)) {
          const bytes = { name: Buffer.byteLength(name), value: Buffer.byteLength(headerText(value) ?? '') };
          if (bytes.name > most.name) {
            report({
              at: { path, on: 'key' },
              message: `a header name is ${bytes.name} bytes, usual limit ${most.name} bytes`,
            });
          }
          if (bytes.value > most.value) {
            report({
              at: { path },
              message: `the value of ${quoted(name)} is ${bytes.value} bytes, usual limit ${most.value} bytes`,
            });
          }
        }
      },
    },
    'header-value-control': {
      severity: recommended('warn'),
      fields: ['request_headers', 'response_headers'],
      standard: 'RFC 9110 5.5',
      summary: 'A header value has control or non-ASCII characters.',
      why: 'Header values are visible ASCII, spaces and tabs; recipients may drop, replace or misread anything else.',
      bad: onRoute(inside('response_headers', 'add: { x-shop: Bücher }')),
      good: onRoute(inside('response_headers', 'add: { x-shop: B%C3%BCcher }')),
      check({ spec }, report) {
        for (const { name, path, value } of addedHeaders(spec)) {
          const found = unsafe.exec(headerText(value) ?? '');
          if (found === null) continue;
          const what = wordFor(found[0]);
          report({
            at: { path, within: { start: found.index, end: found.index + found[0].length } },
            message: `the value of ${quoted(name)} contains ${what}`,
          });
        }
      },
    },
    'header-value-crlf': {
      severity: recommended('error'),
      fields: ['request_headers', 'response_headers'],
      standard: 'RFC 9110 5.5',
      summary: 'A header value contains a line break or NUL.',
      why: 'Everything after a line break is read as the next header (header injection); the usual cause is a block scalar, which ends in a line break.',
      fix: 'unsafe',
      bad: onRoute(inside('response_headers.add', 'x-robots-tag: |', '  noindex')),
      good: onRoute(inside('response_headers.add', 'x-robots-tag: noindex')),
      check({ spec }, report) {
        for (const { name, path, value } of addedHeaders(spec)) {
          const text = headerText(value);
          const at = text?.search(/[\r\n\0]/) ?? -1;
          if (text === undefined || at === -1) continue;
          const stripped = text.trimEnd();
          const isOneLine = typeof value === 'string' && !/[\r\n\0]/.test(stripped);
          report({
            at: { path, within: { start: at, end: at + 1 } },
            message: `the value of ${quoted(name)} contains ${text[at] === '\0' ? 'a NUL' : 'a line break'}`,
            help: isOneLine
              ? 'write it on one line, or with `|-` instead of `|`'
              : 'write it on one line: `>-` instead of `|` joins the lines of a block with spaces',
            fix: isOneLine ? replacement('unsafe', path, stripped, 'write the value on one line') : undefined,
          });
        }
      },
    },
    'header-value-whitespace': {
      severity: recommended('warn'),
      fields: ['request_headers', 'response_headers'],
      standard: 'RFC 9110 5.5',
      summary: 'A header value begins or ends with white space.',
      why: 'Leading and trailing white space is stripped in transit, so the recipient sees a different value.',
      fix: 'safe',
      bad: onRoute(inside('response_headers', 'add: { x-shop: " books" }')),
      good: onRoute(inside('response_headers', 'add: { x-shop: books }')),
      check({ spec }, report) {
        for (const { name, path, value } of addedHeaders(spec)) {
          if (typeof value !== 'string' || /[\r\n\0]/.test(value)) continue;
          const meant = trimmed(value);
          if (meant === value) continue;
          const where =
            meant === '' ? 'is nothing but' : value.startsWith(meant) ? 'ends with' : 'begins with';
          report({
            at: { path },
            message: `the value of ${quoted(name)} ${where} white space`,
            fix: replacement('safe', path, meant, 'take the white space off'),
          });
        }
      },
    },
    'header-wrong-direction': {
      severity: recommended('warn'),
      fields: ['request_headers', 'response_headers'],
      summary: 'A request header is added to responses, or a response header to requests.',
      why: 'The recipient ignores the header: a request header means nothing in a response, and a response header means nothing in a request.',
      bad: onRoute(inside('request_headers', 'add: { strict-transport-security: max-age=31536000 }')),
      good: onRoute(inside('response_headers', 'add: { strict-transport-security: max-age=31536000 }')),
      check({ spec }, report) {
        for (const { module, added } of headerChanges(spec)) {
          const [here, otherSide] =
            module === 'request_headers' ? ['request', 'response'] : ['response', 'request'];
          for (const { name, path } of added) {
            if (wrongDirection[module]?.includes(name.toLowerCase()) !== true) continue;
            report({
              at: { path, on: 'key' },
              message: `${quoted(name)} is a ${otherSide} header, but is added to the ${here}`,
            });
          }
        }
      },
    },
  },
);

/** Reports the headers of a set that are added or removed. */
function changed(names: ReadonlySet<string>, mistake: string): ResourceRule['check'] {
  return ({ spec }, report) => {
    for (const { added, removed } of headerChanges(spec)) {
      const all = [
        ...added.map(({ name, path }) => ({ name, at: { path, on: 'key' as const } })),
        ...removed.map(({ text, path }) => ({ name: text, at: { path } })),
      ];
      for (const { name, at } of all)
        if (names.has(name.toLowerCase())) report({ at, message: `${quoted(name)} ${mistake}` });
    }
  };
}

function wrong(name: string, at: At, change: (to: string) => FixChange): Finding {
  const meant = name
    .trim()
    .replace(/:$/, '')
    .trim()
    .replaceAll(/[\s_]+/g, '-');
  const message =
    name === '' ? 'a header name is empty' : `${quoted(name)} cannot be a header name${reason(name)}`;
  if (!token.test(meant)) return { at, message };
  return {
    at,
    message,
    fix: { safety: 'unsafe', title: `write ${quoted(meant)}`, changes: [change(meant)] },
  };
}

function reason(name: string): string {
  if (name.startsWith(':')) return ': names with a leading `:` belong to HTTP/2 itself';
  const found = Array.from(name).find((character) => !token.test(character));
  if (found === undefined) return '';
  if (found === ' ') return ': it contains a space';
  return isInvisible(found) ? ': it contains an invisible character' : `: ${quoted(found)} is not allowed`;
}

function wordFor(character: string): string {
  if (/[\0-\x1f\x7f-\x9f]/.test(character)) return 'a control character';
  return isInvisible(character) ? 'an invisible character' : quoted(character);
}

/** Removes the white space that a header value loses in transit: spaces and tabs, nothing else (RFC 9110 5.6.3). */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value[start])) start++;
  while (end > start && isBlank(value[end - 1])) end--;
  return value.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
