import { quoted } from '../../text/quoted.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import type { Contradiction } from '../../model/traffic/contradiction.ts';

/** A fact that cannot be, and what to write. */
export function contradictionText(fact: Contradiction): { readonly message: string; readonly help: string } {
  switch (fact.code) {
    case 'no-token': {
      const { part, name, prefix, isMalformed } = fact;
      const where = part === 'header' ? `header ${quoted(name)}` : `field ${quoted(name)} of the body`;
      const after = prefix === '' ? '' : ` after \`${prefix}\``;
      return {
        message: `\`given.jwt\` describes a token, and ${isMalformed === true ? 'what the request has' : 'the request has none'} in the ${where}${after}${isMalformed === true ? ' is not one' : ''}`,
        help:
          part === 'header'
            ? `write \`headers: { ${name}: ${prefix}a.b.c }\` in the request: a token has three parts with dots, and any three will do`
            : `write a body with the field ${quoted(name)} in the request, such as \`a.b.c\``,
      };
    }
    case 'other-token':
      return {
        message: `\`given.jwt.${fact.name}\` is not what the token of the request says`,
        help: 'remove the fact: the request shows the token',
      };
    case 'no-credentials':
      return {
        message: '`given.basic_auth` is `valid`, and the request has no user and password',
        help: 'add `headers: { authorization: Basic <base64 of user:password> }` to the request, with any password',
      };
    case 'no-signature':
      return {
        message: `\`given.signature\` is \`valid\`, and the request has no header ${quoted(fact.header)}, in which ${fact.provider} signs`,
        help: `add \`headers: { ${fact.header}: <signature> }\` to the request, with any text as the signature`,
      };
    case 'other-provider':
      return {
        message: `\`given.login\` is a login with ${quoted(fact.provider)}, and the request is asked for one with ${fact.providers.join(' or ')}`,
        help: `write \`provider: ${fact.providers[0] ?? ''}\`, or \`login: none\``,
      };
    case 'decided':
      return {
        message: `\`${fact.give}\` is not possible: by ${fact.by} and the request, the client is ${fact.is}`,
        help: `remove \`${fact.give}\`: the files decide it`,
      };
    case 'out-of-range':
      return {
        message: `\`given.random\` is ${fact.number}, and \`${fact.call}\` returns ${fact.returns}`,
        help: `write ${fact.returns}; for several calls, a list such as \`[0.1, 3]\``,
      };
    case 'not-encrypted':
      return {
        message: '`given.client_certificate` describes a certificate, and the connection has no TLS',
        help: 'remove the fact, or write a URL with `https` or `tls`',
      };
  }
}

/** `` `given.signature` is not given ``. */
export function unknownText({ why, of, give }: Unknown): string {
  switch (why) {
    case 'not-given':
      return `${quoted(give ?? of)} is needed and not given`;
    case 'undocumented':
      // A name, or a phrase such as `the status of a URL that is not served`.
      return `${of.includes(' ') ? of : quoted(of)} is not documented`;
    case 'not-computed':
      return `${of.includes(' ') ? of : quoted(of)} is not computed here`;
    case 'expression-fails':
      return `the expression fails: ${of}`;
    case 'unreadable':
      return `${quoted(of)} cannot be read`;
    case 'limit':
      return `the limit is reached: ${of}`;
  }
}

/** The text to write, as an imperative, or that no fact decides it. */
export function unknownHelp({ why, of, give }: Unknown): string | undefined {
  if (give !== undefined) return `add \`${give}\` to the test`;
  if (why !== 'expression-fails') return 'no fact of a test decides this; expect what does not depend on it';
  return of.includes(' has no ')
    ? 'check that a key exists before it is read, such as `"x" in req.headers`'
    : undefined;
}
