import type { Submitted } from 'pg';

/** One SQL statement; a Buffer is sent as bytes, null as NULL. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly (string | Buffer | null)[];
}

/** The rows of a statement: the columns in order, in PostgreSQL's text format. */
export type Rows = readonly (readonly (string | null)[])[];

/**
 * Several statements in one message to the server: parsed, bound and executed in order, followed by one Sync. Up to the
 * Sync they are one implicit transaction, so one round trip does all or nothing of them. Statements are unnamed and
 * nothing outlives the transaction, so a pooler may hand it to any of its connections.
 */
export function batch(
  statements: readonly Statement[],
  done: (error: Error | undefined, rows: readonly Rows[]) => void,
): Submitted {
  const rows: (string | null)[][][] = statements.map(() => []);
  let current = 0;
  return {
    submit: (wire) => {
      // One write instead of one a message.
      const { stream } = wire;
      stream.cork();
      try {
        for (const { text, values = [] } of statements) {
          wire.parse({ text });
          wire.bind({ values });
          wire.execute({});
        }
        wire.sync();
      } finally {
        stream.uncork();
      }
    },
    handleDataRow: ({ fields }) => rows[current]?.push([...fields]),
    handleCommandComplete: () => {
      current++;
    },
    // The transaction is committed only here.
    handleReadyForQuery: () => done(undefined, rows),
    handleError: (error) => done(error, []),
  };
}
