/** Input of `git fast-import` that makes one commit and prints its id. */
export interface NewCommit {
  /** Undefined for the first commit of a branch. */
  readonly parent: string | undefined;
  readonly author: string;
  readonly message: string;
  /** By path: a text, the id of a stored one, or a removal. */
  readonly files: ReadonlyMap<string, { readonly text: string } | { readonly id: string } | 'removed'>;
}

/** The reference under which git keeps what was made. */
const madeReference = 'refs/edgewright/made';

export function importStream({ parent, author, message, files }: NewCommit): Buffer {
  const parts: (string | Buffer)[] = [
    'feature done\n',
    // Without a `from`, git would take an earlier commit of the same reference as the parent.
    `reset ${madeReference}\n\n`,
    `commit ${madeReference}\nmark :1\nauthor ${author}\ncommitter ${author}\n`,
    ...data(message),
    parent === undefined ? '' : `from ${parent}\n`,
  ];
  for (const [path, change] of files) {
    const quoted = JSON.stringify(path);
    if (change === 'removed') parts.push(`D ${quoted}\n`);
    else if ('id' in change) parts.push(`M 100644 ${change.id} ${quoted}\n`);
    else parts.push(`M 100644 inline ${quoted}\n`, ...data(change.text));
  }
  parts.push('\nget-mark :1\ndone\n');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function data(text: string): readonly (string | Buffer)[] {
  const bytes = Buffer.from(text);
  return [`data ${bytes.length}\n`, bytes, '\n'];
}
