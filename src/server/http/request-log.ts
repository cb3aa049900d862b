/** One request as it went, for tests and for a log. `status` is undefined where the answer was lost. */
export interface RequestLine {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number | undefined;
  /** Only with `record: 'bodies'`: holds secrets in clear. */
  readonly body?: string;
}

export interface RequestLog {
  readonly add: (line: RequestLine) => void;
  readonly lines: () => readonly RequestLine[];
}

const keptAtMost = 10_000;

/** Keeps the last requests, with their bodies only on demand: they hold secrets. */
export function requestLog(record: 'lines' | 'bodies'): RequestLog {
  const lines: RequestLine[] = [];
  return {
    add: ({ method, path, status, body }) => {
      lines.push({ method, path, status, ...(record === 'bodies' && body !== undefined ? { body } : {}) });
      if (lines.length > keptAtMost) lines.shift();
    },
    lines: () => [...lines],
  };
}
