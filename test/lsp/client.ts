import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A message of the protocol as JSON. */
export type Message = Readonly<Record<string, unknown>>;

/** A language server's client that does as it is told, over the pipes of a real process. */
export interface LspClient {
  readonly process: ChildProcess;
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  /** Bytes as they are. */
  readonly write: (text: string) => void;
  /** The diagnostics last published for a URI, once `isDone` holds for them. */
  readonly diagnostics: (
    uri: string,
    isDone?: (diagnostics: readonly Message[]) => boolean,
  ) => Promise<readonly Message[]>;
  readonly published: ReadonlyMap<string, readonly Message[]>;
  /** Everything that came on stdout and was no message of the protocol. */
  readonly stray: () => string;
  readonly stderr: () => string;
  readonly exit: () => Promise<number | null>;
  /** Says goodbye, or kills what does not listen. */
  readonly stop: () => Promise<void>;
}

/** Ten times what the slowest answer takes on a loaded machine. */
const watchdog = 240_000;

export function startClient(
  command: readonly string[],
  { cwd, answers = {} }: { cwd: string; answers?: Readonly<Record<string, (params: unknown) => unknown>> },
): LspClient {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, stdio: 'pipe' });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const published = new Map<string, readonly Message[]>();
  let watchers: (() => void)[] = [];
  let buffer = Buffer.alloc(0);
  let stray = '';
  let stderr = '';
  let next = 1;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  createInterface({ input: child.stderr }).on('line', (line) => (stderr += `${line}\n`));

  const write = (text: string): void => void child.stdin.write(text);
  const send = (message: Message): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  child.stdin.on('error', () => undefined);

  const receive = (message: Message): void => {
    const { id, method, params, result, error } = message as {
      id?: number;
      method?: string;
      params?: { uri?: string; diagnostics?: readonly Message[] };
      result?: unknown;
      error?: { message: string; code: number };
    };
    if (method !== undefined && id !== undefined) {
      send({ id, result: answers[method]?.(params) ?? null });
    } else if (method === 'textDocument/publishDiagnostics') {
      published.set(params?.uri ?? '', params?.diagnostics ?? []);
      for (const check of watchers) check();
    } else if (id !== undefined) {
      const one = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) one?.resolve(result);
      else one?.reject(new Error(`${error.code}: ${error.message}`));
    }
  };
  child.stdout.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(buffer.toString('latin1'));
      if (head === null) {
        if (buffer.length > 0 && !'Content-Length: '.startsWith(buffer.toString('latin1', 0, 16)))
          if (!buffer.toString('latin1').startsWith('Content-Length: ')) stray = buffer.toString('utf8');
        return;
      }
      const start = head[0].length;
      const end = start + Number(head[1]);
      if (buffer.length < end) return;
      receive(JSON.parse(buffer.toString('utf8', start, end)) as Message);
      buffer = buffer.subarray(end);
    }
  });

  const client: LspClient = {
    process: child,
    published,
    write,
    notify: (method, params) => send({ method, params }),
    request: (method, params) => {
      const id = next++;
      send({ id, method, params });
      return withWatchdog(
        `no answer to ${method}`,
        new Promise((resolve, reject) => waiting.set(id, { resolve, reject })),
      );
    },
    diagnostics: (uri, isDone = () => true) =>
      withWatchdog(
        `no such diagnostics for ${uri}`,
        new Promise((resolve) => {
          const check = (): void => {
            const found = published.get(uri);
            if (found === undefined || !isDone(found)) return;
            watchers = watchers.filter((one) => one !== check);
            resolve(found);
          };
          watchers.push(check);
          check();
        }),
      ),
    stray: () => stray,
    stderr: () => stderr,
    exit: () => withWatchdog('the server goes on', exited),
    stop: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), watchdog);
      send({ id: next++, method: 'shutdown' });
      send({ method: 'exit' });
      await exited;
      clearTimeout(timer);
    },
  };
  return client;
}

async function withWatchdog<Result>(what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what)), watchdog);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
