import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Source } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import { onlyTypoOf, suggestions } from '../../text/suggest.ts';
import { limits } from '../../text/file-limits.ts';
import type { Alias } from 'yaml';
import { quoted } from '../../text/quoted.ts';
import type { Conversion } from './yaml-conversion.ts';

/** The value that an alias stands for, or null with a problem. */
export function fromAlias(node: Alias, to: Conversion): DocumentNode {
  const [start, end] = node.range ?? [0, 0];
  const place = placeIn(to, start, end);
  const target = to.anchors.get(node.source);
  if (target === undefined || target === 'open') {
    to.diagnostics.push(
      target === 'open' ? cycle(node.source, place) : undefinedAlias(node.source, place, to),
    );
    return { type: 'scalar', start, end, value: null, style: 'plain' };
  }
  to.count += target.size;
  const isFirstOver = to.aliasNodes <= limits.aliasNodes;
  to.aliasNodes += target.size;
  if (to.aliasNodes <= limits.aliasNodes) return { ...target.node, alias: { start, end } };
  const message = `the aliases of this file expand to more than ${limits.aliasNodes} values`;
  if (isFirstOver)
    to.diagnostics.push(
      problem('yaml-alias-bomb', place, message, { help: 'write the values out, or use presets' }),
    );
  return { type: 'scalar', start, end, value: null, style: 'plain' };
}

function undefinedAlias(name: string, place: Place, to: Conversion): Diagnostic {
  return problem('yaml-undefined-alias', place, `there is no anchor ${quoted(`&${name}`)} above this alias`, {
    ...(to.diagnostics.length < mostSearched ? meantAnchor(name, place, to) : { help: anchorHelp }),
  });
}

/** Each search reads all text above, so in a file with many such mistakes the rest get general help. */
const mostSearched = 20;

const anchorHelp =
  'write its anchor before the value to copy, or put quotes around a string that begins with `*`';

function meantAnchor(name: string, { source, start }: Place, { anchors }: Conversion): AnchorHint {
  // An anchor that is still open is one around the alias.
  const closed = [...anchors].filter(([, anchor]) => anchor !== 'open').map(([anchor]) => anchor);
  const meant = suggestions(name, closed)[0] ?? onlyTypoOf(name, closed);
  if (meant !== undefined) {
    const place = anchorPlace(source, meant, anchors.get(meant));
    const related = place === undefined ? [] : [{ place, label: 'a similar anchor is here' }];
    return { help: `write ${quoted(`*${meant}`)}`, related };
  }
  const at = source.text.lastIndexOf(`&${name} `, start);
  if (at === -1)
    return {
      help: `write \`&${name}\` before the value to copy, or put quotes around a string that begins with \`*\``,
    };
  const documentText = source.text.slice(at).split('\n---', 1)[0] ?? '';
  const isUsed = documentText.split(`*${name}`).some((after, index) => index > 0 && !/^[\w-]/.test(after));
  return {
    help: `write the value itself${isUsed ? '' : `, and delete \`&${name}\``}: an anchor is known only in its own document`,
    related: [{ place: { source, start: at, end: at + name.length + 1 }, label: 'in the document above' }],
  };
}

type AnchorHint = Pick<Diagnostic, 'help'> & { readonly related?: Diagnostic['related'] };

/** Where `&name` is written: before its node, with nothing but a tag or white space between. */
function anchorPlace(
  source: Source,
  name: string,
  anchor: ReturnType<Conversion['anchors']['get']>,
): Place | undefined {
  if (anchor === undefined || anchor === 'open') return undefined;
  const start = source.text.lastIndexOf(`&${name}`, anchor.node.start);
  const end = start + name.length + 1;
  return start !== -1 && /^\s?$/.test(source.text.charAt(end)) ? { source, start, end } : undefined;
}

function cycle(name: string, place: Place): Diagnostic {
  return problem('yaml-alias-bomb', place, `${quoted(`*${name}`)} is inside the value that it names`);
}

/** A place in the converted file. */
export function placeIn({ source }: Conversion, start: number, end: number): Place {
  return { source, start, end };
}
