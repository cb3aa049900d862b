import type { Client } from 'pg';

/** One SQL statement; a Buffer is sent as bytes, null as NULL. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly (string | Buffer | null)[];
}

/** The rows of a statement: the columns in order, in PostgreSQL's text format. */
export type Rows = readonly (readonly (string | null)[])[];

/**
 * Does the statements as one transaction in one round trip, with a client that sends each without waiting for the
 * answer to the one before. Statements are unnamed and nothing outlives the transaction, so a pooler may hand it to any
 * of its connections. Throws the error of the first that failed: then all were undone.
 */
export async function transaction(
  client: Client,
  statements: readonly Statement[],
): Promise<readonly Rows[]> {
  const answers = await Promise.allSettled([
    // Whatever the role's default: a statement must see what it waited for.
    client.query({ text: 'BEGIN ISOLATION LEVEL READ COMMITTED' }),
    ...statements.map((statement) => client.query({ ...statement, rowMode: 'array' })),
    client.query({ text: 'COMMIT' }),
  ]);
  const rows = answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
  return rows.slice(1, -1);
}
