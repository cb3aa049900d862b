import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const source = path.join(import.meta.dirname, '../../src');

/** For each folder of src, the folders that its files import. */
export function roomsOfSource(): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const [room = '', ...inside] = name.split(path.sep);
    if (inside.length === 0 || !name.endsWith('.ts')) continue;
    const imports = rooms.get(room) ?? new Set();
    rooms.set(room, imports);
    const folder = path.dirname(path.join(source, name));
    for (const [, target = ''] of readFileSync(path.join(source, name), 'utf8').matchAll(
      /(?:from |import\()'(\.[^']+)'/g,
    )) {
      const [other = '', ...rest] = path.relative(source, path.resolve(folder, target)).split(path.sep);
      if (rest.length > 0 && other !== '..' && other !== room) imports.add(other);
    }
  }
  return rooms;
}

/**
 * The rooms as a Mermaid graph. An arrow that follows from others is left out: what is reached is imported or may be.
 */
export function drawingOfRooms(): string {
  const rooms = roomsOfSource();
  const reached = new Map<string, ReadonlySet<string>>();
  const below = (room: string): ReadonlySet<string> => {
    const known = reached.get(room);
    if (known !== undefined) return known;
    const direct = [...(rooms.get(room) ?? [])];
    const all = new Set([...direct, ...direct.flatMap((other) => [...below(other)])]);
    reached.set(room, all);
    return all;
  };
  const arrows = [...rooms].flatMap(([room, imports]) =>
    [...imports]
      .filter((other) => ![...imports].some((each) => each !== other && below(each).has(other)))
      .map((other) => `  ${room} --> ${other}\n`),
  );
  return `graph TD\n${arrows.sort().join('')}`;
}
