import { spawnSync } from 'node:child_process';

/** The programs of a runner that this machine does not have: a story that needs one is skipped, and names it. */
export function missingTools(...tools: readonly string[]): string {
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  return missing.length === 0 ? '' : ` (without ${missing.join(', ')})`;
}
