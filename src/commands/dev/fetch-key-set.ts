import type { Io } from '../../model/io.ts';
import { inertLine } from '../../report/text/inert.ts';

const timeoutMs = 5000;
const mostBytes = 256 * 1024;

/** The key set at a URL; undefined, with a note, if it cannot be read. Redirects are not followed. */
export async function fetchKeySet({ stderr, signal }: Io, url: string): Promise<unknown> {
  try {
    if (!url.startsWith('https://')) throw new Error('it is not an https URL');
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    if (!response.ok || text.length > mostBytes) throw new Error(`it returned ${response.status}`);
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    stderr(
      `note: the key set ${inertLine(url)} was not read (${inertLine(why)}), so no token is valid; give it with --key-set\n`,
    );
    return undefined;
  }
}
