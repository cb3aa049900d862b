/* The state of the playground, which is the part of its address after `#`. */

export interface State {
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The files that were applied to the mock API. */
  readonly live: Readonly<Record<string, string>>;
  readonly open: string;
  readonly environment?: string | undefined;
}

export interface Example extends State {
  readonly title: string;
}

export async function toHash({ files, live, open, environment }: State): Promise<string> {
  const text = JSON.stringify({ files, live, open, environment });
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `#${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Undefined for anything else than what `toHash` made: an address may be cut off or made up. */
export async function fromHash(hash: string): Promise<State | undefined> {
  try {
    const base64 = hash.slice(1).replaceAll('-', '+').replaceAll('_', '/');
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bytes = await through(new DecompressionStream('deflate-raw'), packed);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isState(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const { readable, writable } = stream;
  const writer = writable.getWriter();
  // Damaged input rejects the reading; what the writing rejects with is the same.
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

function isState(value: unknown): value is State {
  if (typeof value !== 'object' || value === null) return false;
  const { files, live, open, environment = '' } = value as Record<string, unknown>;
  return isTexts(files) && isTexts(live) && isTexts({ open, environment });
}

function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((text) => typeof text === 'string');
}
