/** The last requests, and who watches them. */
import type { EdgeRequest } from '../request/edge-request.ts';
import type { ChosenFacts } from '../request/facts-of-request.ts';

export interface LoggedRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly decided: string;
  readonly milliseconds: number;
  readonly time: Date;
  /** For its way, which is computed when a person asks for it. */
  readonly edgeRequest: EdgeRequest;
  readonly chosen: ChosenFacts;
}

export interface RequestLog {
  readonly add: (request: Omit<LoggedRequest, 'id'>) => LoggedRequest;
  readonly all: () => readonly LoggedRequest[];
  readonly get: (id: number) => LoggedRequest | undefined;
  /** Calls back with each request from now on; the function ends it. */
  readonly watch: (see: (request: LoggedRequest) => void) => () => void;
}

const mostRequests = 100;

/** The bodies that policies read are kept up to this size together. */
const mostBytes = 16 * 1024 * 1024;

export function openRequestLog(): RequestLog {
  const kept: LoggedRequest[] = [];
  const watchers = new Set<(request: LoggedRequest) => void>();
  let bytes = 0;
  let last = 0;
  const sizeOf = ({ edgeRequest }: LoggedRequest): number => edgeRequest.rawBody()?.length ?? 0;
  return {
    add: (request) => {
      const logged = { ...request, id: ++last };
      kept.push(logged);
      bytes += sizeOf(logged);
      while (kept.length > mostRequests || (bytes > mostBytes && kept.length > 1)) {
        const gone = kept.shift();
        if (gone !== undefined) bytes -= sizeOf(gone);
      }
      for (const see of watchers) see(logged);
      return logged;
    },
    all: () => kept,
    get: (id) => kept.find((request) => request.id === id),
    watch: (see) => {
      watchers.add(see);
      return () => void watchers.delete(see);
    },
  };
}
