import fc from 'fast-check';

/** Something that happens to the bytes of a file; `at` and `to` are fractions of its length. */
type Mutation =
  | { readonly what: 'flip'; readonly at: number; readonly bit: number }
  | { readonly what: 'truncate'; readonly at: number }
  | { readonly what: 'delete' | 'double'; readonly at: number; readonly length: number }
  | { readonly what: 'insert'; readonly at: number; readonly token: string }
  | { readonly what: 'swap'; readonly at: number; readonly to: number }
  | { readonly what: 'splice'; readonly at: number; readonly to: number; readonly other: Buffer };

/** Tokens with a special meaning for a reader of YAML, a rule or a terminal. */
const tokens =
  '&a |*a|!x |!!str |<<: |---\n|...\n|\t|: |- |? |{|}|[|]|,|"|\'|\\|#| # |\r|\r\n|\n\n|%YAML 1.1\n|@|`|$(|$(x)|$$(|$(secret:|$(file:../x)|)|\u0000|\u001b[31m|\u0085|\u2028|\u202e|\u200b|\ufeff|\ud800|😀|é|::error::x|##[error]x|<b>|]]>|&amp;|-->|null|~|0x|1e999|.inf|.nan|-0|99999999999999999999|__proto__: |constructor: |edgewright-ignore x: y|# edgewright-ignore route-duplicate: because\n|>+2\n|'
    .split('|')
    .concat('|', '|-\n', '||');

const fraction = fc.double({ min: 0, max: 1, noNaN: true });

/** A file that something happened to, one to four times. */
export function mutated(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    fc.record({ what: fc.constant('flip' as const), at: fraction, bit: fc.nat(7) }),
    fc.record({ what: fc.constant('truncate' as const), at: fraction }),
    fc.record({
      what: fc.constantFrom('delete' as const, 'double' as const),
      at: fraction,
      length: fc.nat(200),
    }),
    fc.record({ what: fc.constant('insert' as const), at: fraction, token: fc.constantFrom(...tokens) }),
    fc.record({ what: fc.constant('swap' as const), at: fraction, to: fraction }),
    fc.record({
      what: fc.constant('splice' as const),
      at: fraction,
      to: fraction,
      other: fc.constantFrom(...files),
    }),
  );
  return fc
    .tuple(fc.constantFrom(...files), fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([file, mutations]) => mutations.reduce(apply, file));
}

function apply(bytes: Buffer, mutation: Mutation): Buffer {
  const at = Math.floor(mutation.at * bytes.length);
  switch (mutation.what) {
    case 'flip': {
      const changed = Buffer.from(bytes);
      if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 << mutation.bit);
      return changed;
    }
    case 'truncate':
      return bytes.subarray(0, at);
    case 'delete':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + mutation.length)]);
    case 'double':
      return Buffer.concat([bytes.subarray(0, at + mutation.length), bytes.subarray(at)]);
    case 'insert':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(mutation.token), bytes.subarray(at)]);
    case 'swap':
      return swapLines(bytes, mutation.at, mutation.to);
    case 'splice':
      return Buffer.concat([
        bytes.subarray(0, at),
        mutation.other.subarray(mutation.to * mutation.other.length),
      ]);
  }
}

function swapLines(bytes: Buffer, at: number, to: number): Buffer {
  // Each byte one character, so that no byte is lost.
  const lines = bytes.toString('latin1').split('\n');
  const [one, other] = [at, to].map((part) => Math.min(Math.floor(part * lines.length), lines.length - 1));
  const [first, second] = [lines[one ?? 0] ?? '', lines[other ?? 0] ?? ''];
  lines[one ?? 0] = second;
  lines[other ?? 0] = first;
  return Buffer.from(lines.join('\n'), 'latin1');
}
