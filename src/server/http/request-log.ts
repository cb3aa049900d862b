/** A handled request, for tests and for a log. `status` is undefined if the response was lost. */
export interface RequestLine {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly status: number | undefined;
  /** Only with `record: 'bodies'`: has secrets in clear text. */
  readonly body?: string;
}

export interface RequestLog {
  readonly add: (line: RequestLine) => void;
  readonly lines: () => readonly RequestLine[];
}

const keptAtMost = 10_000;

/** Keeps the last requests, with their bodies only on request, because these contain secrets. */
export function requestLog(record: 'lines' | 'bodies'): RequestLog {
  let lines: RequestLine[] = [];
  return {
    add: ({ method, path, status, body }) => {
      lines.push({ method, path, status, ...(record === 'bodies' && body !== undefined ? { body } : {}) });
      // Seldom, because each removal from the start moves the rest.
      if (lines.length >= 2 * keptAtMost) lines = lines.slice(-keptAtMost);
    },
    lines: () => lines.slice(-keptAtMost),
  };
}
