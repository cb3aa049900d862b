import { asCode } from '../../text/quoted.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import type { Contradiction } from '../../model/traffic/contradiction.ts';
import { contradictionText, unknownHelp } from '../tests/unknown-words.ts';

/** How to give a missing fact, as an imperative; undefined if no fact decides it. */
export function missingHelp(unknown: Unknown): string | undefined {
  return unknown.give === undefined ? unknownHelp(unknown) : `give it with ${factOption(unknown.give)}`;
}

/** The option that a fact needs beside it, as an imperative. */
export function contradictionHelp(fact: Contradiction): string {
  switch (fact.code) {
    case 'no-token':
      return fact.part === 'header'
        ? `add --header '${fact.name}: ${fact.prefix}a.b.c': a token has three parts with dots, and any three will do`
        : `add a --body with the field ${asCode(fact.name)}, such as \`a.b.c\``;
    case 'no-credentials':
      return "add --header 'authorization: Basic <base64 of user:password>', with any password";
    case 'no-signature':
      return `add --header '${fact.header}: <signature>', with any text as the signature`;
    case 'other-provider':
      return `write --login '{ provider: ${fact.providers[0] ?? ''} }', or leave --login out`;
    case 'other-token':
    case 'decided':
    case 'out-of-range':
    case 'not-encrypted':
      return contradictionText(fact).help;
  }
}

/** The option for a key of a test: `--country …`, `--fact 'given.signature: …'`. */
function factOption(give: string): string {
  const header = /^request\.headers\.(.+)$/.exec(give)?.[1];
  if (header !== undefined) return `--header '${header}: …'`;
  if (give === 'from.country') return '--country …';
  return `--fact '${give}: …'`;
}
