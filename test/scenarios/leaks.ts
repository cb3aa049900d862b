import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Secrets where they must not be: in the output of a command, or in a file that it wrote below `.edgewright`. Returns
 * the places, not the values. The store of the built-in mock API is exempt.
 */
export function leaks(
  folder: string,
  env: Readonly<Record<string, string>>,
  seen: readonly unknown[],
): readonly string[] {
  const secrets = Object.entries(env).filter(([name]) => /^EDGEWRIGHT_(SECRET_|API_TOKEN)/.test(name));
  const texts: [string, string][] = [
    ...seen.map((step, index): [string, string] => [`step ${index}`, JSON.stringify(step)]),
    ...filesBelow(path.join(folder, '.edgewright')).map((file): [string, string] => [
      path.relative(folder, file),
      readFileSync(file, 'utf8'),
    ]),
  ];
  return secrets.flatMap(([name, value]) =>
    texts.filter(([, text]) => text.includes(value)).map(([place]) => `${name} in ${place}`),
  );
}

function filesBelow(folder: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names
    .filter((name) => !/^local\/[^/]+\/api\//.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
